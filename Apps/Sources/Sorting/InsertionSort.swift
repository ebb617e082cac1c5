/// Sorts by moving each element down to its place: n²/4 moves on average.
func insertionSort(_ integers: inout [Int]) {
  for position in integers.indices.dropFirst() {
    let moving = integers[position]
    var hole = position
    while hole > 0 && integers[hole - 1] > moving {
      integers[hole] = integers[hole - 1]
      hole -= 1
    }
    integers[hole] = moving
  }
}

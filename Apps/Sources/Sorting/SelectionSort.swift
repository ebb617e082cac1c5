/// Sorts by finding the least of those that are left: n²/2 comparisons, whatever the input.
func selectionSort(_ integers: inout [Int]) {
  for position in integers.indices {
    var least = position
    for candidate in position + 1..<max(position + 1, integers.count)
    where integers[candidate] < integers[least] {
      least = candidate
    }
    if least != position { integers.swapAt(position, least) }
  }
}

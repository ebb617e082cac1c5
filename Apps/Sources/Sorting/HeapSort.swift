/// Sorts by a heap whose root is the greatest: n log n steps, whatever the input.
func heapSort(_ integers: inout [Int]) {
  for root in stride(from: integers.count / 2 - 1, through: 0, by: -1) {
    siftDown(&integers, from: root, count: integers.count)
  }
  for end in stride(from: integers.count - 1, to: 0, by: -1) {
    integers.swapAt(0, end)
    siftDown(&integers, from: 0, count: end)
  }
}

private func siftDown(_ integers: inout [Int], from start: Int, count: Int) {
  var root = start
  while true {
    var greatest = 2 * root + 1
    guard greatest < count else { return }
    if greatest + 1 < count && integers[greatest] < integers[greatest + 1] { greatest += 1 }
    guard integers[root] < integers[greatest] else { return }
    integers.swapAt(root, greatest)
    root = greatest
  }
}

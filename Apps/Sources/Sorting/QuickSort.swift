/// Sorts by partitions: on average n log n steps, at worst n² (no input of ``RandomIntegers`` comes
/// near). The longer part is left to the loop, so the depth of calls is at most log2 n.
func quickSort(_ integers: inout [Int]) {
  quickSort(&integers, from: 0, through: integers.count - 1)
}

private func quickSort(_ integers: inout [Int], from first: Int, through last: Int) {
  var (first, last) = (first, last)
  while first < last {
    let boundary = partition(&integers, from: first, through: last)
    if boundary - first < last - boundary {
      quickSort(&integers, from: first, through: boundary)
      first = boundary + 1
    } else {
      quickSort(&integers, from: boundary + 1, through: last)
      last = boundary
    }
  }
}

/// Hoare's partition: afterwards nothing up to the boundary is greater than anything behind it.
private func partition(_ integers: inout [Int], from first: Int, through last: Int) -> Int {
  let pivot = integers[first + (last - first) / 2]
  var left = first
  var right = last
  while true {
    while integers[left] < pivot { left += 1 }
    while integers[right] > pivot { right -= 1 }
    if left >= right { return right }
    integers.swapAt(left, right)
    left += 1
    right -= 1
  }
}

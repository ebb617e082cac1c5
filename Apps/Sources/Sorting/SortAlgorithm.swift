/// Five ways to sort integers in place, as plainly written as a textbook has them: loops over one
/// array, by the names under which the source compares languages and builds.
public enum SortAlgorithm: String, Sendable, CaseIterable {
  /// The standard library's own: introsort and timsort by turns of its history.
  case standard
  /// C. A. R. Hoare's, the middle element as pivot.
  case quick
  /// J. W. J. Williams' heap, in R. W. Floyd's bottom-up building.
  case heap
  /// Each element moved down to its place among those before it.
  case insertion
  /// The least of those that are left, again and again.
  case selection

  /// Sorts in ascending order.
  public func sort(_ integers: inout [Int]) {
    switch self {
    case .standard: integers.sort()
    case .quick: quickSort(&integers)
    case .heap: heapSort(&integers)
    case .insertion: insertionSort(&integers)
    case .selection: selectionSort(&integers)
    }
  }
}

import Statistics

/// Functions whose time with callees changed only because calls moved: what they call takes as long as
/// before, but is now below another function.
///
/// This happens if a call takes another path, or if a function without a frame pointer hides its caller.
/// Swift's leaf functions do that; once such a function is inlined, its caller is visible.
struct MovedCallees {
  /// The part of the change that callees may have gained or lost themselves.
  private static let tolerance = 0.25

  private let joint: JointProfile
  private let changes: [Int: (own: CostChange, inclusive: CostChange)]
  private let moved: Set<Int>

  /// Takes the changes of functions, by their numbers, and those whose own time merely moved.
  init(
    _ joint: JointProfile, _ changes: [Int: (own: CostChange, inclusive: CostChange)],
    moved: Set<Int>
  ) {
    self.joint = joint
    self.changes = changes
    self.moved = moved
  }

  /// Returns whether a function is one of them, by the differences of all functions' own time, pair by pair.
  func contains(_ function: Int, differences: [[Double]]) throws(StatisticsError) -> Bool {
    guard let change = changes[function], !change.own.isShown, change.inclusive.isShown else {
      return false
    }
    let growth = change.inclusive.difference.point
    let within = joint.functions(within: function)
    let isCaused = within.contains { number in
      guard let own = changes[number]?.own, own.isShown, !moved.contains(number) else {
        return false
      }
      return own.difference.point * growth > 0
    }
    if isCaused { return false }
    var sum = [Double](repeating: 0, count: joint.pairs)
    for number in within {
      for (pair, part) in differences[number].enumerated() { sum[pair] += part }
    }
    return abs(try PairedDifference.estimate(sum).point) <= Self.tolerance * abs(growth)
  }
}

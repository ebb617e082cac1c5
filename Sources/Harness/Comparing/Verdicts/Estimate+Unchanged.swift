import Statistics

extension Estimate {
  /// What a ratio that is not shown to be worse or better comes to: unchanged where its interval lies
  /// within a share of 1, up and down alike, and 1 in it; within the gate where 1 is not in it.
  func verdict(within margin: Double) -> Verdict {
    guard lower >= 1 / (1 + margin) && upper <= 1 + margin else { return .inconclusive }
    return excludesEquality ? .withinGate : .unchanged
  }
}

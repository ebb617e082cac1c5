/// The verdict on the pairs of a cell.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is shown to be smaller.
  case improved
  /// It is shown to be greater than allowed.
  case regressed
  /// It is the same as far as can be shown, and any change lies within the margin.
  case unchanged
  /// It is shown to differ, but by no more than the margin: within what the gate allows.
  case withinGate = "within-gate"
  /// Neither is shown.
  case inconclusive
}

/// What the pairs of a cell show.
public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is shown to be smaller.
  case improved
  /// It is shown to be greater than allowed.
  case regressed
  /// It is shown to be the same, but for a margin.
  case unchanged
  /// Neither is shown.
  case inconclusive
}

/// What a comparison comes to; the worst of its gated cells and of all failures.
///
/// In order of gravity, not of exit codes: a crash says more than a regression, and a regression
/// is not hidden by a cell that could not be compared.
public enum JudgementOutcome: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Nothing got worse, as far as can be shown.
  case passed
  /// Some gated cell is neither shown to be worse nor shown to be the same.
  case inconclusive
  /// A gated cell has no figures to compare.
  case notComparable = "not-comparable"
  /// A gated cell is shown to be worse.
  case regression
  /// An app crashed, hung, or led to a wrong outcome.
  case appFailed = "app-failed"
  /// Rehearse could not measure a run.
  case toolFailed = "tool-failed"

  /// By gravity.
  public static func < (a: Self, b: Self) -> Bool { a.gravity < b.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

import Statistics

extension Ratio {
  /// What stands behind a difference.
  public enum Cause: String, Sendable {
    /// What the builds do: it holds over the layouts of their code.
    case builds
    /// Where their functions happened to lie, for all that is known: the runs show it, but it
    /// differs from layout to layout too much to be the builds' own.
    case layout
  }

  /// What several layouts say of the difference; nil where there is one layout, and where neither
  /// the layouts nor the runs show a difference.
  public var cause: Cause? {
    guard overRuns != nil else { return nil }
    if isDifference { return .builds }
    return isDifferenceOverRuns ? .layout : nil
  }
}

extension Estimate {
  /// Whether the interval of a ratio leaves out 1.
  var excludesEquality: Bool { lower > 1 || upper < 1 }
}

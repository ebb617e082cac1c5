import Recording

/// An experiment that takes part in a history.
public struct HistoryEntry: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// How many runs it has.
  public let runs: Int
  /// What differs from the experiment before it, beside the app; empty for the first.
  public let breaks: [HistoryBreak]

  /// Whether it was stopped early, or still runs: its figures are of fewer runs than planned.
  public var isIncomplete: Bool { experiment.completedAt == nil }
}

import Recording
import Statistics

/// One experiment's figures in a series.
public struct HistoryPoint: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The statistics of its runs that passed, in base units.
  public let summary: Summary
  /// What differs from the experiment of the point before, beside the app.
  public let breaks: [HistoryBreak]
  /// The change that begins with this experiment; nil where figures go on as before.
  public let change: ChangePoint?
}

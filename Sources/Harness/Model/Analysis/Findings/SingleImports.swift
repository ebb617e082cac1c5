import Metrics
import Recording

/// The values of an import that are of a single run, or a mean without its samples. They have no interval, so no
/// difference between them can be found.
public struct SingleImports: Sendable, Equatable {
  /// The number of stories' metrics with a single value on a build.
  public let count: Int
  /// The number of all stories' metrics.
  public let all: Int

  /// A share of the values.
  public init(count: Int, of all: Int) {
    self.count = count
    self.all = all
  }

  /// Counts the values of a build, or of all builds if it is nil. Nil if none is single, and for what Rehearse
  /// measured itself.
  public init?(in analysis: ExperimentAnalysis, build: String? = nil) {
    guard analysis.experiment.source == .import else { return nil }
    var (count, all) = (0, 0)
    for metric in analysis.metrics where metric.polarity != .context {
      for story in analysis.stories {
        for own in analysis.builds where build == nil || own == build {
          let values = analysis.measurements(of: Cell(story: story, build: own, metric: metric))
          count += values.count == 1 ? 1 : 0
          all += values.isEmpty ? 0 : 1
        }
      }
    }
    if count == 0 { return nil }
    self.init(count: count, of: all)
  }

  /// For example `3 of 8 imported values are of single runs`.
  public var words: String {
    "\(count) of \(all) imported values \(count == 1 ? "is of a single run" : "are of single runs")"
  }
}

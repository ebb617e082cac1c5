import Analysis
import Metrics
import Statistics

/// The choices for showing measured commands.
public struct CommandView: Sendable {
  /// A Boolean value indicating whether metrics that were 0 in every run are shown, too.
  public var withZeros = false
  /// The order of several commands.
  public var order = CommandOrder.command
  /// The unit of times; nil for one that suits the values.
  public var timeUnit: DisplayScale?

  /// The usual choices.
  public init() {}

  /// The unit for values of this size.
  func scale(of metric: Metric, for value: Double) -> DisplayScale {
    guard metric.unit == .nanoseconds, let timeUnit else { return metric.unit.scale(for: value) }
    return timeUnit
  }

  /// The commands in their order; those without a time come last.
  func ordered(_ analysis: ExperimentAnalysis) -> [String] {
    guard order == .meanTime else { return analysis.builds }
    func time(_ build: String) -> Double {
      analysis.summary(ofCommand: build, .wallTime)?.mean ?? .infinity
    }
    return analysis.builds.map { ($0, time($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension ExperimentAnalysis {
  /// The statistics of a measured command: a build of the only story.
  func summary(ofCommand command: String, _ metric: Metric) -> Summary? {
    summary(of: Cell(story: stories.first ?? "", build: command, metric: metric))
  }
}

/// The order in which measured commands are shown.
public enum CommandOrder: String, Sendable, CaseIterable {
  /// As they were given.
  case command
  /// The fastest first.
  case meanTime = "mean-time"
}

import Metrics
import Recording
import Statistics

/// A metric over experiments: for each story and build the mean of every experiment, and where
/// these means change.
///
/// The changes are those of `ChangePointRule` in the series of means. An experiment that lacks a
/// story or a build is left out of that series, and is no gap in it.
public struct History: Sendable {
  /// The metric.
  public let metric: Metric
  /// The rule by which changes are found.
  public let rule: ChangePointRule
  /// The experiments, in the order in which they began.
  public let entries: [HistoryEntry]
  /// The series that have a value, by story and build in the order of their first appearance.
  public let series: [HistorySeries]

  /// Puts a history together; parameters as of the other.
  /// - Parameter analyses: experiments of one scenario, in any order.
  public init(
    of analyses: [ExperimentAnalysis], metric: Metric, rule: ChangePointRule,
    includes: (_ story: String, _ build: String) -> Bool = { _, _ in true }
  ) throws(StatisticsError) {
    try self.init(
      of: analyses.map { ExperimentMeans($0, metric) }, metric: metric, rule: rule,
      includes: includes)
  }

  /// Puts a history together.
  /// - Parameters:
  ///   - means: those of experiments of one scenario, in any order.
  ///   - includes: whether a story and a build belong to it; all do by default.
  /// - Throws: `StatisticsError` for means near the largest `Double`.
  public init(
    of means: [ExperimentMeans], metric: Metric, rule: ChangePointRule,
    includes: (_ story: String, _ build: String) -> Bool = { _, _ in true }
  ) throws(StatisticsError) {
    let means = means.sorted {
      ($0.experiment.startedAt, $0.experiment.number ?? 0)
        < ($1.experiment.startedAt, $1.experiment.number ?? 0)
    }
    self.metric = metric
    self.rule = rule
    entries = means.enumerated().map { index, own in
      HistoryEntry(
        experiment: own.experiment, runs: own.runs,
        breaks: index == 0
          ? [] : HistoryBreak.between(means[index - 1].experiment, own.experiment))
    }
    let experiments = means.map(\.experiment)
    let builds = experiments.flatMap { $0.builds.map(\.name) }.uniqued
    var series: [HistorySeries] = []
    for story in experiments.flatMap({ $0.stories.map(\.name) }).uniqued {
      for build in builds where includes(story, build) {
        let cell = Cell(story: story, build: build, metric: metric)
        let points = try Self.points(of: cell, in: means, rule)
        if !points.isEmpty {
          series.append(HistorySeries(story: story, build: build, points: points))
        }
      }
    }
    self.series = series
  }

  private static func points(
    of cell: Cell, in means: [ExperimentMeans], _ rule: ChangePointRule
  ) throws(StatisticsError) -> [HistoryPoint] {
    let measurements = means.compactMap { own in
      own.summaries[cell].map { (experiment: own.experiment, summary: $0) }
    }
    guard !measurements.isEmpty else { return [] }
    let changes = try rule.changes(in: Distribution(measurements.map(\.summary.mean)))
    return measurements.enumerated().map { index, measurement in
      HistoryPoint(
        experiment: measurement.experiment, summary: measurement.summary,
        breaks: index == 0
          ? []
          : HistoryBreak.between(
            measurements[index - 1].experiment, measurement.experiment, build: cell.build),
        change: changes.first { $0.index == index })
    }
  }
}

/// What a history takes from an experiment: a store's history may have a million runs, whose values are not to be
/// held at once.
public struct ExperimentMeans: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The number of its runs.
  public let runs: Int
  /// The statistics of the metric.
  let summaries: [Cell: Summary]

  /// Takes what belongs to a metric from an experiment of which no run was made again.
  /// - Parameter values: those of the metric, of all runs but those of a control.
  public init(_ experiment: Experiment, _ values: [RunValue], _ metric: Metric) {
    self.experiment = experiment
    runs = values.count
    // By the names first, so that these are looked up once a run.
    var gathered: [String: [String: [RunKind: [RunValue]]]] = [:]
    for value in values where value.value != nil {
      gathered[value.story, default: [:]][value.build, default: [:]][value.kind, default: []]
        .append(value)
    }
    var summaries: [Cell: Summary] = [:]
    for story in experiment.stories.map(\.name) {
      guard let builds = gathered[story] else { continue }
      let kind = ExperimentAnalysis.kind(
        for: metric, isPaired: experiment.source.isMeasured,
        rounds: builds.values.map { kinds in { kinds[$0]?.map(\.round) ?? [] } })
      for build in experiment.builds.map(\.name) {
        guard let kind, let values = builds[build]?[kind]?.compactMap(\.value) else { continue }
        let cell = Cell(story: story, build: build, metric: metric)
        summaries[cell] = (try? Distribution(values)).flatMap { try? Summary(of: $0) }
      }
    }
    self.summaries = summaries
  }

  /// Takes what belongs to a metric.
  public init(_ analysis: ExperimentAnalysis, _ metric: Metric) {
    experiment = analysis.experiment
    runs = analysis.runs.count
    var summaries: [Cell: Summary] = [:]
    for story in analysis.stories {
      for build in analysis.builds {
        let cell = Cell(story: story, build: build, metric: metric)
        summaries[cell] = analysis.summary(of: cell)
      }
    }
    self.summaries = summaries
  }
}

/// Something beside the app's source that differs between two experiments, so that a change of
/// measurements between them need not be the app's.
public enum HistoryBreak: Sendable, Hashable {
  /// Something of the machine.
  case machine(RecordDifference)
  /// The machine of one is known, and that of the other is not, as in imports.
  case unknownMachine
  /// A build's compiler or flags.
  case build(RecordDifference)
  /// The scenario's file was edited.
  case scenario

  /// All that differs from one experiment to a later one.
  /// - Parameter build: the build whose measurements these are; nil for all that both have.
  public static func between(
    _ before: Experiment, _ after: Experiment, build: String? = nil
  ) -> [HistoryBreak] {
    // Imports and whole commands have no scenario that could have been edited.
    let texts = Set([before.scenario, after.scenario].filter { !$0.isEmpty })
    let builds = after.builds.filter { build == nil || $0.name == build }.flatMap { record in
      before.builds.first { $0.name == record.name }.map(record.differences) ?? []
    }
    return machine(before.environment, after.environment) + builds.map(Self.build)
      + (texts.count > 1 ? [.scenario] : [])
  }

  private static func machine(_ before: Environment?, _ after: Environment?) -> [HistoryBreak] {
    guard let before, let after else {
      return (before == nil) == (after == nil) ? [] : [.unknownMachine]
    }
    return after.differences(from: before).map(Self.machine)
  }

  /// A Boolean value indicating whether it is the machine that differs, or may differ.
  public var isOfMachine: Bool {
    switch self {
    case .machine, .unknownMachine: true
    case .build, .scenario: false
    }
  }

  /// A Boolean value indicating whether it is what a build is made by.
  public var isOfBuild: Bool {
    if case .build = self { true } else { false }
  }

  /// The differences, in words.
  public var description: String {
    switch self {
    case .machine(let difference), .build(let difference): difference.description
    case .unknownMachine: "another machine, perhaps: one of the two is not known"
    case .scenario: "the scenario's file was edited"
    }
  }
}

/// An experiment that takes part in a history.
public struct HistoryEntry: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The number of its runs.
  public let runs: Int
  /// The differences from the experiment before it, beside the app; empty for the first.
  public let breaks: [HistoryBreak]

  /// A Boolean value indicating whether it was stopped early, or still runs: its measurements are
  /// of fewer runs than planned.
  public var isIncomplete: Bool { experiment.completedAt == nil }
}

/// One experiment's measurements in a series.
public struct HistoryPoint: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The statistics of its runs that passed, in base units.
  public let summary: Summary
  /// The differences from the experiment of the point before, beside the app.
  public let breaks: [HistoryBreak]
  /// The change that begins with this experiment; nil where measurements go on as before.
  public let change: ChangePoint?
}

/// A metric of one story on one build, over the experiments that measured it.
public struct HistorySeries: Sendable {
  /// The story's name.
  public let story: String
  /// The build's name.
  public let build: String
  /// At least one point, in order of time.
  public let points: [HistoryPoint]

  /// The points at which changes begin, with the points before them.
  public var changes: [(before: HistoryPoint, after: HistoryPoint)] {
    zip(points, points.dropFirst()).filter { $1.change != nil }.map { ($0, $1) }
  }
}

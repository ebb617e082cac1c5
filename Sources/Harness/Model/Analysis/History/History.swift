import Metrics
import Recording
import Statistics

/// A metric over experiments: for each story and build, the mean of every experiment, and where these means
/// change.
///
/// The changes are those of `ChangePointRule` in the series of means. An experiment that lacks a story or a
/// build is left out of that series without a gap.
public struct History: Sendable {
  /// The metric.
  public let metric: Metric
  /// The rule that finds changes.
  public let rule: ChangePointRule
  /// The experiments, in the order of their start.
  public let entries: [HistoryEntry]
  /// The series with values, by story and build in the order of their first appearance.
  public let series: [HistorySeries]

  /// Creates a history from the means of experiments of one scenario, in any order. All stories and builds
  /// are included by default.
  /// - Throws: `StatisticsError` for means near the largest `Double`.
  public init(
    of means: [ExperimentMeans], metric: Metric, rule: ChangePointRule,
    includes: (_ story: String, _ build: String) -> Bool = { _, _ in true }
  ) throws(StatisticsError) {
    let means = means.sorted { Experiment.isEarlier($0.experiment, than: $1.experiment) }
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

/// The parts of an experiment that a history needs. A store may have a million runs, too many to hold their
/// values at once.
public struct ExperimentMeans: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The number of its runs.
  public let runs: Int
  let summaries: [Cell: Summary]

  /// Takes a metric's means from an experiment in which no run was repeated: from its values for all runs
  /// except a control's.
  public init(_ experiment: Experiment, _ values: [RunValue], _ metric: Metric) {
    self.experiment = experiment
    runs = values.count
    // By the names first, so that they are looked up once a run.
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

  /// Takes a metric's means.
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

/// A difference between two experiments besides the app's source. A change of measurements between them may
/// come from it.
public enum HistoryBreak: Sendable, Hashable {
  case machine(RecordDifference)
  /// The machine of only one is known, for example with imports.
  case unknownMachine
  /// A build's compiler or flags.
  case build(RecordDifference)
  /// The scenario's file was edited.
  case scenario
  /// The driver, of which these files differ between both sides, may have changed.
  case driver([String])

  /// All differences between one experiment and a later one: in the machine, in `build` (nil for all builds
  /// that both have), in the scenario, and in the driver.
  public static func between(
    _ before: Experiment, _ after: Experiment, build: String? = nil
  ) -> [HistoryBreak] {
    // Imports and whole commands have no scenario file.
    let texts = Set([before.scenario, after.scenario].filter { !$0.isEmpty })
    let builds = after.builds.filter { build == nil || $0.name == build }.flatMap { record in
      before.record(of: record.name).map(record.differences) ?? []
    }
    let scenario: [HistoryBreak] = texts.count > 1 ? [.scenario] : []
    return machine(before.environment, after.environment) + builds.map(Self.build) + scenario
      + driver(before, after)
  }

  /// Only names are known, so a file that differed before may differ by more now. What differs no longer is a change
  /// only if the baseline is the same: a later one may have the newer driver itself.
  private static func driver(_ before: Experiment, _ after: Experiment) -> [HistoryBreak] {
    let earlier = Set(before.decision?.harness?.differing ?? [])
    let own = Set(after.decision?.harness?.differing ?? [])
    let isOfOneBaseline = before.baselineRevision?.commit == after.baselineRevision?.commit
    let files = isOfOneBaseline ? own.union(earlier) : own
    return files.isEmpty ? [] : [.driver(files.sorted())]
  }

  private static func machine(_ before: Environment?, _ after: Environment?) -> [HistoryBreak] {
    guard let before, let after else {
      return (before == nil) == (after == nil) ? [] : [.unknownMachine]
    }
    return after.differences(from: before).map(Self.machine)
  }

  /// A Boolean value indicating whether the machine differs, or may differ.
  public var isOfMachine: Bool {
    switch self {
    case .machine, .unknownMachine: true
    case .build, .scenario, .driver: false
    }
  }

  /// A Boolean value indicating whether the build's compiler or flags differ.
  public var isOfBuild: Bool {
    if case .build = self { true } else { false }
  }

  /// A Boolean value indicating whether the driver may differ.
  public var isOfDriver: Bool {
    if case .driver = self { true } else { false }
  }

  /// The differences, in words.
  public var description: String {
    switch self {
    case .machine(let difference), .build(let difference): difference.description
    case .unknownMachine: "perhaps another machine: one of the two is not known"
    case .scenario: "the scenario's file was edited"
    case .driver(let files): "perhaps the driver (\(files.joined(separator: ", ")))"
    }
  }
}

/// An experiment of a history.
public struct HistoryEntry: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The number of its runs.
  public let runs: Int
  /// The differences from the previous experiment, besides the app; empty for the first.
  public let breaks: [HistoryBreak]
}

/// One experiment's measurements in a series.
public struct HistoryPoint: Sendable {
  /// The experiment.
  public let experiment: Experiment
  /// The statistics of its passed runs, in base units.
  public let summary: Summary
  /// The differences from the previous point's experiment, besides the app.
  public let breaks: [HistoryBreak]
  /// The change that begins here; nil if measurements continue as before.
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

  /// The points that begin changes, with the points before them.
  public var changes: [(before: HistoryPoint, after: HistoryPoint)] {
    zip(points, points.dropFirst()).filter { $1.change != nil }.map { ($0, $1) }
  }
}

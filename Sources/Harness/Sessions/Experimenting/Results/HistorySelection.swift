import Analysis
import Glibc
import Metrics
import Recording
import Scenarios
import Statistics
import Store

extension ResultStore {
  /// A stored experiment's runs with all their steps, without samples.
  public func runsWithSteps(of experiment: Experiment) throws(StoreError) -> [Run] {
    let number = experiment.number ?? 0
    return try withSteps(runs(of: number), of: number)
  }

  /// A stored experiment's analysis, whose runs have their profiles and their functions' work.
  public func withProfiles(
    _ analysis: ExperimentAnalysis
  ) throws(StoreError) -> ExperimentAnalysis {
    let runs = try withProfiles(analysis.runs, of: analysis.experiment.number ?? 0)
    return ExperimentAnalysis(analysis.experiment, runs: runs)
  }

  /// A stored experiment with all that gates judge, by default its own: with the steps of its runs, which take
  /// several times as long to read, if a gate or a saved baseline is about steps, or if the metric to show is not gated
  /// everywhere: ungated cells are judged together with the steps of gated ones.
  public func analysisToJudge(
    _ experiment: Experiment, by gates: [Gate]? = nil, showing shown: Metric? = nil
  ) throws -> ExperimentAnalysis {
    let gates = try gates ?? experiment.gates
    let isUngated = experiment.stories.contains { story in
      shown != nil && !gates.contains { $0.metric == shown && $0.covers(story: story.name) }
    }
    let areStepsJudged =
      experiment.decision?.saved != nil || isUngated || gates.contains(where: \.steps)
    return ExperimentAnalysis(
      experiment,
      runs: areStepsJudged
        ? try runsWithSteps(of: experiment) : try runs(of: experiment.number ?? 0))
  }

  /// A stored experiment's runs, with the steps of the first passed lone run of each story and build, which
  /// show what the story did.
  public func analysisWithSteps(
    of experiment: Experiment
  ) throws(StoreError) -> ExperimentAnalysis {
    struct StoryOnBuild: Hashable {
      let story: String
      let build: String
    }
    var known: Set<StoryOnBuild> = []
    var runs = try runs(of: experiment.number ?? 0)
    for index in runs.indices {
      let run = runs[index]
      guard run.passed, Baseline.kinds.contains(run.kind),
        known.insert(StoryOnBuild(story: run.story, build: run.build)).inserted
      else { continue }
      runs[index].steps = try details(of: run).steps
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }
}

/// The experiments of a store for a history: those of one scenario.
public struct HistorySelection {
  /// The common subject, in words: `the scenario 'inventory'`.
  public let subject: String
  /// The readable ones, in the order of their start.
  public let experiments: [Experiment]
  /// The number of earlier comparisons left out because no number of experiments was asked for.
  public let earlierComparisons: Int
  /// The number of earlier experiments without pairs left out for the same reason.
  public let earlierExperiments: Int

  /// As many comparisons are selected if no number is asked for. Each is judged, which takes some 10 ms, and
  /// a team's store has thousands.
  static let usualComparisons = 100
  /// As many experiments without pairs. Nobody reads a longer table, or sees more points in a chart.
  static let usualExperiments = 1000

  /// Selects by the scenario's name, by a pattern of experiments' names, or both; without either, the latest
  /// experiment's scenario. Of these, the `last`; nil for the latest hundred comparisons and the latest thousand
  /// others. Only these are read from the store.
  /// - Throws: `StoreError` for an empty store, and ``Refusal`` if nothing or several scenarios are found.
  public init(
    of all: [ExperimentOutline], scenario: String?, pattern: String?, last: Int?,
    in store: ResultStore
  ) throws {
    guard let latest = all.max(by: Self.isEarlier) else {
      throw StoreError.noExperiment(reference: "latest", known: [])
    }
    let asked = scenario ?? (pattern == nil ? latest.subject : nil)
    let found = all.filter { experiment in
      (asked.map { $0 == experiment.subject } ?? true)
        && (pattern.map { fnmatch($0, experiment.name, 0) == 0 } ?? true)
    }
    let words = [asked.map { "of the scenario '\($0)'" }, pattern.map { "named '\($0)'" }]
      .compactMap(\.self).joined(separator: " and ")
    guard !found.isEmpty else {
      throw Refusal.noExperiment(words, known: Self.names(all.map(\.subject)))
    }
    // An import names no scenario, so it may join any; other measurements are not comparable.
    let scenarios = Self.names(found.compactMap(\.scenario))
    guard scenarios.count <= 1 else { throw Refusal.severalScenarios(words, scenarios) }
    subject = words
    let ordered = found.sorted(by: Self.isEarlier)
    let chosen: [ExperimentOutline]
    if let last {
      (earlierComparisons, earlierExperiments) = (0, 0)
      chosen = Array(ordered.suffix(last))
    } else {
      let comparisons = ordered.filter(\.isOfPairs)
      let others = ordered.filter { !$0.isOfPairs }
      earlierComparisons = max(0, comparisons.count - Self.usualComparisons)
      earlierExperiments = max(0, others.count - Self.usualExperiments)
      chosen =
        (comparisons.dropFirst(earlierComparisons) + others.dropFirst(earlierExperiments))
        .sorted(by: Self.isEarlier)
    }
    experiments = try store.experiments(numbered: chosen.map(\.number))
  }

  /// The names that a history can be asked for, the latest experiment's last.
  public static func scenarios(of all: [ExperimentOutline]) -> [String] {
    Array(all.sorted(by: isEarlier).reversed().map(\.subject).uniqued.reversed())
  }

  private static func isEarlier(_ a: ExperimentOutline, _ b: ExperimentOutline) -> Bool {
    (a.startedAt, a.number) < (b.startedAt, b.number)
  }

  private static func names(_ all: [String]) -> [String] { Array(Set(all)).sorted() }
}

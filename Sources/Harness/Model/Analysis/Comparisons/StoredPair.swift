import Foundation
import Metrics
import Recording
import Scenarios
import Statistics

/// A build of one stored experiment compared with a build of another, as if both were from one experiment.
///
/// Their runs are not paired: what the machine did in between may look like a change, and no test can tell.
/// On the machine where the rule was developed, an ordinary t test showed a change in 40 to 46 % of such
/// comparisons of a build with itself.
public enum StoredPair {
  /// One side.
  public struct StoredBuild: Sendable {
    let analysis: ExperimentAnalysis
    let build: String
    /// For example `checked of experiment 3`.
    public let name: String

    /// A build of an experiment. By default it is named after the build and its experiment's number.
    public init(_ analysis: ExperimentAnalysis, build: String, named name: String? = nil) {
      self.analysis = analysis
      self.build = build
      self.name = name ?? "\(build) of experiment \(analysis.experiment.number ?? 0)"
    }

    fileprivate var record: BuildRecord? {
      var record = analysis.experiment.record(of: build)
      record?.name = name
      return record
    }

    /// Its runs, under its name.
    public var runs: [Run] {
      analysis.runs.filter { $0.build == build }.map {
        var run = $0
        run.build = name
        // Its try was already chosen; the other side's tries know nothing of it.
        run.attempt = 1
        return run
      }
    }
  }

  /// Reasons not to compare two sides: one is incomplete or has single runs, or their machines differ or are
  /// unknown. Empty if there is none.
  public static func objections(_ baseline: StoredBuild, _ candidate: StoredBuild) -> [String] {
    let incomplete = [baseline, candidate].map(\.analysis.experiment)
      .filter { $0.completedAt == nil }
      .map { "experiment \($0.number ?? 0) was not completed" }
    let single = [baseline, candidate].compactMap { side in
      SingleImports(in: side.analysis, build: side.build).map { "\($0.words) in \(side.name)" }
    }
    return incomplete + single + machineObjections(baseline, candidate)
  }

  /// Notes on two sides that can be compared: the code of their driver differs. Empty if it does not, or if that is
  /// unknown; the programs of command steps are what is measured.
  public static func notes(_ baseline: StoredBuild, _ candidate: StoredBuild) -> [String] {
    guard let scenario = candidate.analysis.scenario, !scenario.isOfCommands else { return [] }
    let before = baseline.record?.hashesOfCode ?? [:]
    let now = candidate.record?.hashesOfCode ?? [:]
    let changed = before.keys.filter { word in now[word].map { $0 != before[word] } ?? false }
    if changed.isEmpty { return [] }
    return [
      "The driver changed (\(changed.sorted().listed(atMost: 3))): the difference may be the harness's, not the "
        + "app's."
    ]
  }

  private static func machineObjections(_ baseline: StoredBuild, _ candidate: StoredBuild)
    -> [String]
  {
    let (a, b) = (baseline.analysis.experiment, candidate.analysis.experiment)
    guard let before = a.environment, let now = b.environment else {
      return [
        "the machine of \(a.environment == nil ? baseline.name : candidate.name) is not known"
      ]
    }
    return now.differences(from: before).map(\.description)
  }

  /// The candidate's experiment with the runs of a saved baseline beside its own.
  public static func analysis(
    saved baseline: StoredBuild, _ candidate: StoredBuild, decision: Decision
  ) -> ExperimentAnalysis {
    let both = analysis(baseline, candidate, decision: decision)
    var experiment = both.experiment
    experiment.number = candidate.analysis.experiment.number
    experiment.name = candidate.analysis.experiment.name
    experiment.seed = candidate.analysis.experiment.seed
    return ExperimentAnalysis(experiment, runs: both.runs)
  }

  /// Both sides in one analysis. Only stories that both have can be compared; the others are missing.
  public static func analysis(
    _ baseline: StoredBuild, _ candidate: StoredBuild, decision: Decision
  ) -> ExperimentAnalysis {
    let (a, b) = (baseline.analysis.experiment, candidate.analysis.experiment)
    let own = Set(b.stories.map(\.name))
    let merged = Experiment(
      name: "\(a.name) and \(b.name)", title: b.title, source: .stored, scenario: b.scenario,
      startedAt: b.startedAt, completedAt: b.completedAt, seed: 0, rounds: 0,
      stories: b.stories + a.stories.filter { !own.contains($0.name) },
      builds: [baseline.record, candidate.record].compactMap(\.self),
      environment: b.environment, version: b.version, decision: decision)
    return ExperimentAnalysis(merged, runs: baseline.runs + candidate.runs)
  }
}

extension StoredPair.StoredBuild {
  /// A saved baseline, as if it were a stored experiment.
  public init(_ saved: Decision.Saved) {
    let (baseline, name) = (saved.baseline, saved.name)
    let experiment = Experiment(
      name: name, title: name, source: .stored, scenario: "", startedAt: baseline.measuredAt,
      completedAt: baseline.measuredAt, seed: 0, rounds: 0,
      stories: baseline.stories.map { .init(name: $0.name, title: $0.title) },
      builds: [baseline.build], environment: baseline.environment, version: baseline.version)
    let runs = baseline.stories.flatMap { story in
      Baseline.kinds.flatMap { kind in
        Self.runs(
          story.measurements[kind] ?? [:], kind: kind, story: story.name,
          build: baseline.build.name,
          peakIsBatched: kind == .fixedAddresses && story.peakIsBatched)
      }
    }
    self.init(
      ExperimentAnalysis(experiment, runs: runs), build: baseline.build.name,
      named: saved.side)
  }

  /// Makes the runs: the first has the first value of each metric, and so on.
  private static func runs(
    _ measurements: [Metric: [Double]], kind: RunKind, story: String, build: String,
    peakIsBatched: Bool
  ) -> [Run] {
    let count = measurements.values.map(\.count).max() ?? 0
    return (0..<count).map { index -> Run in
      Run(
        kind: kind, build: build, story: story, round: index + 1, position: index + 1, pid: nil,
        startedAt: nil, ending: .passed, steps: [], timeline: .empty,
        peakIsBatched: peakIsBatched,
        measurements: measurements.compactMapValues { $0.indices.contains(index) ? $0[index] : nil }
      )
    }
  }
}

extension SavedTerms {
  /// The terms for comparing a candidate's runs with a baseline; at least one run of each story has its
  /// steps. The changed stories are those that do something else by the scenario.
  public init(_ saved: Decision.Saved, candidate runs: [Run], changedStories: Set<String>) {
    let changed = saved.baseline.stories.filter { story in
      let own = runs.filter { $0.story == story.name && $0.passed }
      // A run with unknown steps can't be said to have the same ones.
      guard let run = own.first(where: { !$0.steps.isEmpty }) else { return !own.isEmpty }
      return changedStories.contains(story.name) || run.steps.map(\.label) != story.steps
    }
    self.init(isForced: saved.isForced, changedStories: Set(changed.map(\.name)))
  }
}

import Analysis
import Building
import Foundation
import Metrics
import Recording
import Running
import Scenarios
import Statistics
import Store
import SystemPackage

/// Finds the commit that changed what a story costs: measures both ends of a history in pairs, then commits
/// between them against the good end, until one is probable enough. Each pair is stored before the next, so
/// an interrupted search can be resumed.
public struct BisectionSession: Sendable {
  private let file: ScenarioFile
  private let ends: (good: String, bad: String)
  private let settings: BisectionSettings
  private let store: ResultStore
  private let equipment: Equipment
  private let machine: Environment
  private let build: Build

  /// Creates a session between the older end `good` and the newer end `bad`, by any names that git knows; it
  /// only reads the machine.
  /// - Throws: ``Refusal`` if there is no such build, or if the metric has no ratio of pairs;
  ///   `SamplingError` if the machine can't be read.
  public init(
    _ file: ScenarioFile, good: String, bad: String, _ settings: BisectionSettings,
    store: ResultStore, _ equipment: Equipment
  ) throws {
    if settings.metric == .errors { throw Refusal.withoutRatio(settings.metric) }
    if !RunKind.solo.gives(settings.metric) { throw Refusal.notInPairs(settings.metric) }
    // Before anything is built, so that load and pressure are those of others.
    machine = try equipment.machine()
    build = try file.build(settings.build)
    self.file = file
    ends = (good, bad)
    self.settings = settings
    self.store = store
    self.equipment = equipment
    file.notes.forEach(equipment.note)
  }

  /// Builds, measures and stores.
  /// - Throws: `CancellationError` if the user asked to stop before the first pair, ``Refusal`` if an end can't
  ///   be measured, and errors of building and storing.
  public func carryOut(in call: SessionCall) async throws -> BisectionResult {
    // Branches may have moved since.
    let known = call.experiment()?.builds.compactMap(\.revision?.commit) ?? []
    let history = try await equipment.builder.history(
      from: known.first ?? ends.good, to: known.dropFirst().first ?? ends.bad,
      of: file.folder.appending(file.path.lastComponent.map { [$0] } ?? []))
    if history.isWorkTreeDirty { equipment.note(SessionNote.uncommitted) }
    if !history.hasScenario { equipment.note(SessionNote.scenarioOfWorkTree(file, history.good)) }
    let (builder, reporter, folder) = (equipment.builder, equipment.reporter, file.folder)
    let series = try await equipment.making {
      try await builder.series(in: folder) { reporter.report(.building($0, line: $1)) }
    }
    do {
      let result = try await carryOut(history, series, in: call)
      await series.putAway()
      return result
    } catch {
      await series.putAway()
      throw error
    }
  }

  private func carryOut(
    _ history: CommitHistory, _ series: any BuildSeries, in call: SessionCall
  ) async throws -> BisectionResult {
    let builds = CommitBuilds(of: build, series, layouts: file.scenario.layouts, equipment)
    let good = try await builds.end(history.good, isFirst: true)
    let last = history.commits[history.commits.count - 1]
    let bad = try await builds.end(last, isFirst: false)
    let traced = try await traced(series, good, bad)
    if traced == nil { equipment.note(SessionNote.untraced) }
    let (history, equalEnds) = try await contracted(history, series, traced, good, bad)
    var planned = Experiment(
      .scenario(file), named: settings.name ?? "\(file.scenario.name)-bisect",
      builds: [good.record, bad.record], on: machine, seed: settings.seed ?? Experiment.anySeed(),
      rounds: 0)
    planned.builds += call.experiment()?.builds.dropFirst(2) ?? []
    planned.layouts = file.scenario.layouts
    planned.revision = await equipment.revision(of: file.folder)
    planned.decision = Decision(
      purpose: .comparison, baseline: good.record.name, candidate: bad.record.name,
      rule: .standard, uncounted: "a bisection counts none")
    planned.decision?.inputs = traced?.finding
    let recorder = try call.begin(planned, of: file, in: store)
    let measuring = CommitMeasuring(
      file, settings.metric, beside: good, recorder, on: machine, equipment)
    measuring.standsIn = (history.commits.last?.short ?? "", for: last.short)
    var search = CommitSearch(
      history, endingLike: last, equalEnds, builds, measuring, settings,
      deadline: settings.timeLimit.map { .now + $0 },
      equipment)
    let isComplete = try await search.carryOut(endingWith: bad)
    return BisectionResult(
      ExperimentAnalysis(recorder.experiment, runs: measuring.runs), good: history.good,
      search.history.commits, metric: settings.metric, probability: settings.probability,
      story: search.story, ends: search.ends, search.bisection, finding: search.finding,
      failures: search.failures, isInterrupted: !isComplete, isOutOfTime: search.isOutOfTime)
  }

  /// Returns what the stories read at both ends, and how they change their own scheduling; nil if they can't be traced.
  /// - Throws: ``Refusal`` if both ends share something that each should have of its own.
  private func traced(
    _ series: any BuildSeries, _ good: BuiltDriver, _ bad: BuiltDriver
  ) async throws -> InputStage.Result? {
    guard let tracing = series.tracing,
      let inputs = try await series.inputs(of: build, [good, bad])
    else { return nil }
    let builds = MadeBuilds([good, bad], inputs: inputs, tracing: .success(tracing))
    let stage = InputStage(
      file: file, machine: machine, equipment: equipment, allowed: settings.allowedShared)
    let stories = file.replayedStories.map(\.name)
    guard let replays = try stage.replay(stories, of: builds) else { return nil }
    return try await stage.result(replays, of: builds, candidate: 1)
  }

  /// The history without commits that are known to change nothing that runs, whole if the inputs of an end's make are
  /// unknown, and what finds more of them; nil if those of its stories are.
  private func contracted(
    _ history: CommitHistory, _ series: any BuildSeries, _ traced: InputStage.Result?,
    _ good: BuiltDriver, _ bad: BuiltDriver
  ) async throws -> (CommitHistory, EqualEnds?) {
    guard let tracing = series.tracing, let traced, traced.finding.gap == nil,
      traced.finding.sockets.isEmpty, traced.proof == nil
    else { return (history, nil) }
    if equipment.interruption.isRaised { throw CancellationError() }
    var left = history
    let comparison = traced.comparison
    if let goodInputs = comparison.baseline.allRead, let badInputs = comparison.candidate.allRead {
      let contracted = try await series.contracted(history, good: goodInputs, bad: badInputs)
      if contracted.equal > 0 {
        equipment.note(SessionNote.equalCommits(contracted.equal, of: history.commits.count))
      }
      left = contracted.history
    }
    let equalEnds = try await EqualEnds(
      good, bad, comparison, of: build, series, tracing, file, on: machine, equipment)
    return (left, equalEnds)
  }
}

/// The extent of a search.
public struct BisectionSettings: Sendable {
  /// The measured metric.
  public var metric: Metric
  /// The required probability of the culprit.
  public var probability = 0.99
  /// The build; nil for the first.
  public var build: String?
  /// The time after which no further commit is started; nil for no limit.
  public var timeLimit: Duration?
  /// The seed of the order of pairs; nil for a random one.
  public var seed: UInt64?
  /// The name of the experiment; nil for the scenario's name.
  public var name: String?
  /// The paths that both ends may share although each should have its own.
  public var allowedShared: [String] = []

  /// Settings with this metric and this seed; all else is as usual.
  public init(metric: Metric, seed: UInt64? = nil) { (self.metric, self.seed) = (metric, seed) }
}

/// Builds the programs of commits, and remembers the latest and the times.
final class CommitBuilds {
  private let build: Build
  private let series: any BuildSeries
  private let layouts: Int?
  private let equipment: Equipment
  private var latest: (commit: String, driver: BuiltDriver)?
  private var times: [Duration] = []

  init(of build: Build, _ series: any BuildSeries, layouts: Int, _ equipment: Equipment) {
    self.build = build
    self.series = series
    self.layouts = layouts > 1 ? layouts : nil
    self.equipment = equipment
  }

  /// The mean time of building a program, including the two ends.
  var time: Duration { times.reduce(.zero, +) / max(1, times.count) }

  /// Builds the program of an end, without which there is no search.
  /// - Throws: ``Refusal`` if it can't be built.
  func end(_ commit: Commit, isFirst: Bool) async throws -> BuiltDriver {
    do {
      return try await make(commit, isFirst: isFirst)
    } catch let error as BuildError {
      throw Refusal.unbuiltRevision(error)
    } catch let error as RevisionError {
      if case .noFolder = error { throw Refusal.endWithoutFolder(commit, error) }
      throw error
    }
  }

  /// Builds the program of a commit.
  /// - Throws: `BuildError`, `RevisionError`, `CancellationError`.
  func make(_ commit: Commit, isFirst: Bool = false) async throws -> BuiltDriver {
    if let latest, latest.commit == commit.hash { return latest.driver }
    let start = ContinuousClock.now
    let (series, layouts) = (series, layouts)
    let side = RevisionBuilder.BuildAtRevision(build, at: .named(commit.hash), as: commit.short)
    let driver = try await equipment.making {
      try await series.make(side, isFirst: isFirst, layouts: layouts)
    }
    times.append(ContinuousClock.now - start)
    if !isFirst { latest = (commit.hash, driver) }
    return driver
  }
}

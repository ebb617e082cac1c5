import Analysis
import Building
import Foundation
import Metrics
import Recording
import Running
import Scenarios

/// Measures commits in pairs against the good end, each pair stored before the next, and provides what a
/// search needs from all pairs so far.
final class CommitMeasuring {
  /// All runs so far, including those from before an interruption.
  private(set) var runs: [Run]
  let recorder: ExperimentRecorder
  /// A commit known to be the same as another, whose name its pairs have.
  var standsIn: (commit: String, for: String)?
  private let file: ScenarioFile
  private let metric: Metric
  private let good: BuiltDriver
  private let machine: Environment
  private let equipment: Equipment
  private var made: (pairs: Int, time: Duration) = (0, .zero)

  init(
    _ file: ScenarioFile, _ metric: Metric, beside good: BuiltDriver,
    _ recorder: ExperimentRecorder, on machine: Environment, _ equipment: Equipment
  ) {
    self.file = file
    self.metric = metric
    self.good = good
    self.recorder = recorder
    self.machine = machine
    self.equipment = equipment
    runs = recorder.earlier.takeAll()
  }

  var stories: [String] { recorder.experiment.stories.map(\.name) }

  /// The mean time of a pair; a second before the first.
  var pairTime: Duration { made.pairs > 0 ? made.time / made.pairs : .seconds(1) }

  /// Makes pairs of a program's stories with the good end's, and stores each before the next.
  /// Returns false if the user asked to stop.
  func measure(_ driver: BuiltDriver, _ stories: [String], pairs: Int) throws -> Bool {
    let subject = ReplaySubject(
      file.keeping(Set(stories)), MadeBuilds([good, driver]), on: machine)
    // Of both ends, which are measured first: pairs of all commits are made in one way.
    if driver.record.name == recorder.experiment.decision?.candidate {
      try recorder.lookAtAlone(storiesUndecided(stories), subject, after: runs, equipment)
    }
    let bench = try equipment.executors.pairs(
      subject, alone: storiesApart(stories), inTurns: storiesInTurns(stories))
    defer {
      bench.close()
      equipment.reporter.report(.idle)
    }
    let round = runs.map(\.round).max() ?? 0
    let plan = PairPlan(
      stories: stories, baseline: good.record.name, candidate: driver.record.name,
      rounds: round + 1...round + pairs, layouts: file.scenario.layouts,
      after: runs.map(\.position).max() ?? 0, seed: recorder.experiment.seed)
    let runner = PairRunner(executor: bench.executor, interruption: equipment.interruption)
    let start = ContinuousClock.now
    var done = 0
    let isComplete = try runner.carryOut(plan) {
      self.failure(of: driver.record.name, $0.story) == nil
    } store: { pair in
      try recorder.keepRuns(pair.inOrder)
      runs += pair.inOrder
      done += 1
      let left = plan.pairs.count - done
      equipment.reporter.report(
        .pair(pair, PairProgress(made: done, next: left, most: left), since: start))
    }
    made = (made.pairs + done, made.time + (ContinuousClock.now - start))
    return isComplete
  }

  /// The stories without a run whose pairs depend on how they spend their time.
  private func storiesUndecided(_ stories: [String]) -> [String] {
    let loads = metric.needsRunAlone ? [] : file.scenario.undecidedLoads
    return stories.filter { story in
      let mayTakeTurns = metric.isOfElapsedTime && file.scenario.arrangement(of: story) == .duet
      return (mayTakeTurns || loads.contains(story)) && !runs.contains { $0.story == story }
    }
  }

  /// The stories whose pairs are made in turns on all CPUs.
  private func storiesInTurns(_ stories: [String]) -> Set<String> {
    let rhythms = recorder.experiment.decision?.rhythms ?? [:]
    return Set(
      stories.filter { story in
        switch file.scenario.arrangement(of: story) {
        case .gang: !metric.isChangedByTurns
        case .duet: metric.isOfElapsedTime && rhythms[story]?.kind == .severalCPUs
        case .backToBack: false
        }
      })
  }

  /// The stories whose runs are made one after the other, and why.
  private func storiesApart(_ stories: [String]) -> [String: Arrangement.Reason] {
    if metric.needsRunAlone {
      return Dictionary(uniqueKeysWithValues: stories.map { ($0, Arrangement.Reason.gate) })
    }
    let loads = file.scenario.undecidedLoads
    return recorder.experiment.decision?.storiesUnshared(loads: loads) ?? [:]
  }

  /// Stores that a commit has no program, as a failed run.
  func note(_ commit: Commit, notBuilt error: any Error, _ story: String) throws {
    let lines = "\(error)".split(separator: "\n").map(String.init)
    let failure = RunFailure(
      reason: .notStarted, message: lines.first ?? "It was not built.",
      standardError: lines.dropFirst().suffix(20).joined(separator: "\n"))
    let run = Run(
      kind: .duet, build: commit.short, story: story, round: (runs.map(\.round).max() ?? 0) + 1,
      position: (runs.map(\.position).max() ?? 0) + 1, pid: nil, startedAt: Date(),
      ending: .failed(failure), steps: [], timeline: .empty, measurements: [:])
    try recorder.keepRuns([run])
    runs.append(run)
  }

  /// ln(commit / good end) of each passed pair of a build, in order; empty if a side of any pair has 0. To leave out
  /// only that pair would choose among them: the 0 may be the change.
  func logarithms(of build: String, _ story: String) -> [Double] {
    var logarithms: [Double] = []
    for pair in pairs(of: build, story) {
      guard let a = pair.baseline.measurements[metric],
        let b = pair.candidate.measurements[metric]
      else { continue }
      guard a > 0, b > 0 else { return [] }
      let logarithm = log(b / a)
      guard logarithm.isFinite else { return [] }
      logarithms.append(logarithm)
    }
    return logarithms
  }

  /// Returns whether a build has a pair with two passed runs.
  func hasPair(of build: String, _ story: String) -> Bool { !pairs(of: build, story).isEmpty }

  func hasRun(of build: String, _ story: String) -> Bool {
    runs.contains { $0.build == build && $0.story == story }
  }

  private func measured(_ commit: String) -> String {
    if let standsIn, standsIn.commit == commit { standsIn.for } else { commit }
  }

  private func pairs(of build: String, _ story: String) -> [Pair<Run>] {
    let own = runs.filter { $0.story == story && $0.passed }
    let build = measured(build)
    return Pair.all(
      baseline: own.filter { $0.build == good.record.name },
      candidate: own.filter { $0.build == build }, round: \.round)
  }

  /// Returns why a build can't be measured: its second run that failed by itself, or the first if nothing was
  /// started. One failure may be chance. Passed runs without a value are a reason, too.
  func failure(of build: String, _ story: String, hasValues: Bool = true) -> RunFailure? {
    let build = measured(build)
    let own = runs.filter { $0.build == build && $0.story == story }
    let failures = own.compactMap(\.storyFailure)
    let failure = failures.first { $0.reason == .notStarted } ?? failures.dropFirst().first
    if failure == nil, !hasValues, own.contains(where: \.passed) {
      return RunFailure(
        reason: .notMeasured, message: "It has pairs without a value of '\(metric.id)' above 0.")
    }
    return failure
  }

  /// Returns why the good end can't be measured: both of its latest runs failed, and not because of the other
  /// side.
  func failureOfGood(_ story: String) -> RunFailure? {
    let latest = runs.filter { $0.build == good.record.name && $0.story == story }.suffix(2)
    let failures = latest.compactMap(\.storyFailure).filter { $0.reason != .outcomesDiffer }
    return failures.count == 2 ? failures[1] : nil
  }

  func metrics(of story: String) -> [Metric] {
    Set(runs.filter { $0.story == story }.flatMap(\.measurements.keys)).sorted()
  }
}

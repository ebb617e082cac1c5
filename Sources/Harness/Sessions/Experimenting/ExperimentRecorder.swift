import Analysis
import Foundation
import Recording
import Running
import Store

/// Keeps an experiment from its first run to its last. Each run is stored before the next begins, and the
/// experiment is complete only if all were made.
final class ExperimentRecorder {
  private(set) var experiment: Experiment
  /// The runs that it already had; none if it is new.
  let earlier: EarlierRuns
  private let stored: Set<UUID>
  private let store: ResultStore?
  private let claim: ExperimentClaim?

  /// Begins an experiment; without a store, nothing is kept.
  /// - Throws: `StoreError`, ``Refusal`` if it has too many runs.
  init(beginning planned: Experiment, in store: ResultStore?) throws {
    // What was watched already exists, however large it is.
    let planned = planned.source.isMeasured ? try planned.withinLimits() : planned
    let begun = try store?.begin(planned)
    experiment = begun?.experiment ?? planned
    claim = begun?.claim
    earlier = EarlierRuns()
    stored = []
    self.store = store
  }

  /// Resumes an experiment.
  init(_ experiment: Experiment, after runs: [Run], in store: ResultStore, claim: ExperimentClaim) {
    self.experiment = experiment
    earlier = EarlierRuns(runs)
    stored = Set(runs.map(\.id))
    self.store = store
    self.claim = claim
  }

  /// Completes the experiment, once all runs were made. Without it, the experiment stays open, so that it can be
  /// resumed.
  /// - Throws: ``Refusal`` if that can't be stored, `RunningError` if there are other earlier runs.
  func end() throws {
    try earlier.requireExhaustion()
    try complete()
  }

  /// Completes the experiment of a session that makes its runs between other work, such as builds.
  func finish(rounds: Int) throws {
    try plan(rounds: rounds)
    try complete()
  }

  private func complete() throws {
    guard experiment.completedAt == nil else { return }
    let date = Date()
    try write { try $0.complete($1, at: date) }
    experiment.completedAt = date
  }

  /// Stores the numbers that the experiment is judged by.
  func declare(_ declared: Experiment) throws {
    guard let decision = declared.decision else { return }
    try write { try $0.decide($1, by: decision, rounds: declared.rounds) }
    experiment.decision = decision
    experiment.rounds = declared.rounds
  }

  func keep(_ records: [SideRecord]) throws { try write { try $0.keep(records, of: $1) } }

  /// Stores a build that is measured from now on. A build measured earlier must be the same.
  /// - Throws: ``Refusal`` if it is another program, or can't be stored.
  func take(_ build: BuildRecord) throws {
    var now = experiment
    if let place = now.builds.firstIndex(where: { $0.name == build.name }) {
      now.builds[place] = build
      return try Resumption.require(experiment.changes(to: now), of: experiment)
    }
    now.builds.append(build)
    try write { try $0.set(now.builds, of: $1) }
    experiment.builds = now.builds
  }

  /// Stores the number of rounds, if earlier ones determined it.
  func plan(rounds: Int) throws {
    guard rounds != experiment.rounds else { return }
    try write { try $0.plan($1, rounds: rounds) }
    experiment.rounds = rounds
  }

  /// Stores runs that belong together, unless they are stored already.
  func keepRuns(_ runs: [Run]) throws {
    let new = runs.filter { !stored.contains($0.id) }
    if !new.isEmpty { try write { try $0.add(new, to: $1) } }
  }

  private func write(_ body: (ResultStore, Int64) throws -> Void) throws {
    guard let store, let number = experiment.number else { return }
    do {
      try body(store, number)
    } catch {
      throw Refusal.notStored(number, of: experiment.invocation, error)
    }
  }

  /// Makes the runs of a plan that are still needed when their turn comes. Each is stored before the next begins,
  /// passed to `note`, and reported. Those that are not `expected` count in the progress only once they are needed.
  /// Returns whether all were made; false if the user asked to stop.
  func carryOut(
    _ plan: RunPlan, by runner: Runner, _ reporter: any Reporter,
    expected isExpected: (PlannedRun) -> Bool = { _ in true },
    isNeeded: (PlannedRun) -> Bool = { _ in true }, note: (Run) -> Void
  ) throws -> Bool {
    defer { reporter.report(.idle) }
    let start = ContinuousClock.now
    var progress = PlanProgress()
    var planned = plan.runs.count(where: isExpected)
    var latest: [String: Int] = [:]
    return try runner.carryOut(plan, after: earlier) { side in
      let round = latest[side.story, default: 0]
      let left = plan.runs.filter { $0.side == side && $0.round > round }
      planned -= left.count(where: isExpected)
      if !left.isEmpty {
        reporter.report(.note(SessionNote.givenUp(side, leaving: left.count)))
      }
    } isNeeded: { run in
      let isNeeded = isNeeded(run)
      if isNeeded != isExpected(run) { planned += isNeeded ? 1 : -1 }
      return isNeeded
    } store: { run in
      try keepRuns([run])
      note(run)
      latest[run.story] = run.round
      progress.count(run)
      reporter.report(.run(run, done: progress.done, of: planned, since: start))
    }
  }
}

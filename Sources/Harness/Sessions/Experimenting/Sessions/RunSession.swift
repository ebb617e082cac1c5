import Analysis
import Building
import Recording
import Running
import Scenarios
import Store

/// Replays a scenario's stories on its builds, each run alone, and stores every run.
public struct RunSession: Sendable {
  private let file: ScenarioFile
  private let settings: Settings
  private let store: ResultStore
  private let equipment: Equipment
  private let counting: InstructionCounting?

  /// The extent and the name of the experiment.
  public struct Settings: Sendable {
    /// The number of replays of each story on each build; nil for the scenario's.
    public var rounds: Int?
    /// The seed of the order of runs; nil for a random one.
    public var seed: UInt64?
    /// The name of the experiment; nil for the scenario's name.
    public var name: String?
    /// The counter of instructions, and the number of counts.
    public var instructions = InstructionChoice()
    /// The number of runs of each story on each build that count allocations.
    public var allocationRounds = 0
    /// The rule for repeating disturbed runs.
    public var rerunPolicy = RerunPolicy()
    /// A Boolean value indicating whether stories that only failed continue.
    public var keepsGoing = false
    /// The part that this machine makes; nil if it makes all.
    public var part: PartChoice?

    /// Settings with this seed; all else is as usual.
    public init(seed: UInt64? = nil) { self.seed = seed }
  }

  /// Creates a session; it only finds the counter of instructions.
  /// - Throws: `RunningError.noCallgrind`, ``Refusal`` if the processor's counters can't be used.
  public init(
    _ file: ScenarioFile, _ settings: Settings, store: ResultStore, _ equipment: Equipment
  ) throws {
    counting = try settings.instructions.counting(equipment.reporter)
    self.file = file
    self.settings = settings
    self.store = store
    self.equipment = equipment
    file.notes.forEach(equipment.note)
  }

  /// Builds, measures, and stores.
  /// - Parameters:
  ///   - call: the call that it belongs to.
  ///   - part: the scenario's place in the call, from 1.
  ///   - parts: the number of scenarios of the call.
  /// - Returns: everything stored of the experiment, with the steps of its runs; without an end if the user
  ///   asked to stop.
  /// - Throws: `CancellationError` if that was before the first run, and errors of building, measuring and
  ///   storing.
  public func carryOut(
    in call: SessionCall, part: Int = 1, of parts: Int = 1
  ) async throws -> ExperimentAnalysis {
    let rounds = settings.rounds ?? file.scenario.runs
    // Before building: the builds are of the repository's current content.
    let revision = await equipment.revision(of: file.folder)
    let request = BuildRequest(
      .builds(file.scenario.builds), layouts: file.scenario.layouts, rounds: rounds)
    let builds = try await equipment.make(request, in: file.folder)
    let machine = try equipment.machine()
    if settings.rerunPolicy.repeats > 0 { equipment.note(settings.rerunPolicy.description) }
    var planned = Experiment(
      .scenario(file), named: settings.name ?? file.scenario.name,
      builds: builds.drivers.map(\.record), on: machine,
      seed: settings.seed ?? Experiment.anySeed(), rounds: rounds)
    planned.countedRounds = settings.instructions.rounds
    planned.allocationRounds = settings.allocationRounds
    planned.layouts = file.scenario.layouts
    planned.revision = revision
    planned.published = file.published
    planned.rerunPolicy = settings.rerunPolicy
    if let choice = settings.part {
      try choice.deal(&planned, seed: settings.seed, on: machine, inPairs: false)
    }
    let recorder = try call.begin(planned, of: file, part: part, of: parts, in: store)
    let experiment = recorder.experiment
    let stories = experiment.stories.map(\.name)
    let names = experiment.builds.map(\.name)
    var plan = RunPlan(
      stories: stories, builds: names,
      rounds: rounds, layouts: experiment.layouts, countedRounds: settings.instructions.rounds,
      allocationRounds: settings.allocationRounds,
      seed: experiment.seed)
    if let cycles = RunPlan.cycles(
      of: file.scenario, stories: stories, builds: names, seed: experiment.seed)
    {
      plan = plan.followed(by: cycles)
    }
    if let share = settings.part?.share {
      plan = plan.share(share, ofRounds: rounds, stories: stories)
    }
    let runner = Runner(
      executor: try equipment.executors.alone(
        ReplaySubject(file, builds, on: machine), counting: counting, isWatched: true),
      interruption: equipment.interruption, policy: settings.rerunPolicy,
      keepsGoing: settings.keepsGoing)
    let isComplete = try recorder.carryOut(plan, by: runner, equipment.reporter) { _ in }
    if isComplete { try recorder.end() }
    // Without samples, which are many.
    let stored = try store.experiment("\(experiment.number ?? 0)")
    return ExperimentAnalysis(stored, runs: try store.runsWithSteps(of: stored))
  }
}

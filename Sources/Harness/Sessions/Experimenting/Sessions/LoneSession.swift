import Analysis
import Building
import Recording
import Running
import Scenarios
import Store

/// Measures one build alone, for a saved baseline or against one, and stores every run.
struct LoneSession {
  let machine: Environment
  let build: Build
  private let file: ScenarioFile
  private let name: String
  private let store: ResultStore
  private let equipment: Equipment

  /// Prepares the session for a build, the first if nil; it only reads the machine.
  /// - Throws: ``Refusal`` if there is no such build, `SamplingError` if the machine can't be read.
  init(
    _ file: ScenarioFile, build name: String?, name title: String, store: ResultStore,
    _ equipment: Equipment
  ) throws {
    build = try file.build(name)
    // Before anything is built, so that load and pressure are those of others.
    machine = try equipment.machine()
    self.file = file
    self.name = title
    self.store = store
    self.equipment = equipment
  }

  /// Measures; `decision` says what the build is compared with, if anything. Returns everything that was
  /// recorded, without an end if the user asked to stop.
  func measure(
    _ plan: LonePlan, deciding decision: Decision? = nil, in call: SessionCall
  ) async throws -> ExperimentAnalysis {
    var plan = plan
    file.notes.forEach(equipment.note)
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value, plan.memory > 0 {
      equipment.note(SessionNote.noFixedAddresses(reason))
      plan.memory = 0
    }
    let revision = await equipment.revision(of: file.folder)
    let builds = try await equipment.make(
      BuildRequest(.builds([build]), layouts: 1), in: file.folder)
    var planned = Experiment(
      .scenario(file), named: name, builds: builds.drivers.map(\.record), on: machine,
      seed: plan.seed, rounds: plan.solo > 0 ? plan.solo : plan.memory)
    planned.revision = revision
    planned.countedRounds = plan.counted
    planned.allocationRounds = plan.allocations
    planned.decision = decision
    let recorder = try call.begin(planned, of: file, in: store)
    plan.seed = recorder.experiment.seed
    let runner = Runner(
      executor: try equipment.executors.alone(
        ReplaySubject(file, builds, on: machine), counting: plan.counting, isWatched: true),
      interruption: equipment.interruption)
    let order = plan.runs(
      of: file.scenario, stories: recorder.experiment.stories.map(\.name),
      build: builds.drivers[0].record.name, withCycles: decision != nil)
    var runs: [Run] = []
    var isComplete = true
    if let order {
      isComplete = try recorder.carryOut(order, by: runner, equipment.reporter) { runs.append($0) }
    }
    if isComplete { try recorder.end() }
    return ExperimentAnalysis(recorder.experiment, runs: runs)
  }
}

extension ScenarioFile {
  /// The build with that name; the first by default.
  /// - Throws: ``Refusal`` if there is none.
  public func build(_ name: String?) throws -> Build {
    let wanted = name ?? scenario.builds[0].name
    guard let build = scenario.builds.first(where: { $0.name == wanted }) else {
      throw Refusal.unknown("build", wanted, in: "\(path)", known: scenario.builds.map(\.name))
    }
    return build
  }
}

/// The numbers of lone runs of one build's stories, by kind.
struct LonePlan {
  /// For all values.
  var solo: Int
  /// For anonymous memory, without address randomisation.
  var memory: Int
  /// For the number of instructions.
  var counted: Int
  /// For what is allocated.
  var allocations: Int
  /// The counter; nil if nothing is counted.
  let counting: InstructionCounting?
  var seed: UInt64

  /// The runs in order, those that measure first, then with cycles the repeated replays of cyclic stories;
  /// nil if there are none.
  func runs(of scenario: Scenario, stories: [String], build: String, withCycles: Bool) -> RunPlan? {
    let kinds: [(RunKind, Int)] = [
      (.solo, solo), (.fixedAddresses, memory), (.counted, counted), (.allocations, allocations),
    ]
    var plans = kinds.filter { $0.1 > 0 }.map { kind, rounds in
      RunPlan(kind: kind, stories: stories, builds: [build], rounds: rounds, seed: seed)
    }
    if withCycles {
      plans += [
        RunPlan.cycles(of: scenario, stories: stories, builds: [build], seed: seed)
      ].compactMap(\.self)
    }
    return plans.dropFirst().reduce(plans.first) { $0?.followed(by: $1) }
  }
}

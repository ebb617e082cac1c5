import DriverProtocol
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Makes pairs of the test driver with real processes.
struct DuetScene {
  let interruption: Interruption
  let scenario: Scenario
  private let commands: [String: [[String]]]
  private let patience: Duration

  /// A scene with arguments for the candidate's driver; the baseline's has none.
  init(
    _ stories: [Story], candidate: [String] = [], limit: Duration = .seconds(60),
    patience: Duration = .seconds(60),
    arrangement: Scenario.Arrangement = .duet
  ) throws {
    interruption = try Interruption()
    scenario = Scenario(
      name: "scene", title: "", builds: [], fixture: [:], stories: stories, runs: 1,
      timeLimit: limit, arrangement: arrangement)
    commands = [
      "a": [[BuiltProducts.testDriver]], "b": [[BuiltProducts.testDriver] + candidate],
    ]
    self.patience = patience
  }

  init(
    _ steps: [Step], candidate: [String] = [], limit: Duration = .seconds(60),
    patience: Duration = .seconds(60)
  ) throws {
    try self.init(
      [Story(name: Stage.story, title: "", steps: steps)], candidate: candidate, limit: limit,
      patience: patience)
  }

  func stage(launcher: FilePath = BuiltProducts.launcher) throws -> DuetStage {
    try DuetStage(launcher: Launcher(path: launcher), interruption: interruption)
  }

  /// Makes duets on a stage.
  func duets(on stage: DuetStage, launcher: FilePath = BuiltProducts.launcher) -> DuetExecutor {
    atOnce(on: .duet(stage), launcher: launcher)
  }

  /// Makes both runs of a pair at once.
  func atOnce(on stage: PairStage, launcher: FilePath = BuiltProducts.launcher) -> DuetExecutor {
    DuetExecutor(setup(launcher), on: stage)
  }

  /// Makes single runs.
  var solos: ProcessExecutor { ProcessExecutor(setup(BuiltProducts.launcher)) }

  private func setup(_ launcher: FilePath) -> ReplaySetup {
    ReplaySetup(
      scenario: scenario, commands: commands, in: BuildContexts("/"),
      launcher: Launcher(path: launcher), interruption: interruption, machineMemory: 1 << 30,
      patience: patience)
  }

  /// A plan of one pair.
  func planned(_ story: String = Stage.story, round: Int = 1) -> PlannedPair {
    PairPlan(
      stories: [story], baseline: "a", candidate: "b", rounds: round...round, seed: 1
    ).pairs[0]
  }

  /// Makes one duet on a stage of its own.
  func pair(round: Int = 1) throws -> Pair<Run> {
    let stage = try stage()
    defer { stage.close() }
    return duets(on: stage).execute(planned(round: round))
  }
}

/// Duets need a second CPU for the harness.
let hasTwoCPUs = ((try? CPUAffinity())?.cpus.count ?? 0) > 1

/// Two pairs at once need a CPU on another core.
let hasTwoCores =
  (try? CPUAffinity().cpus).map { cpus in
    cpus.last.map { cpu in
      !ReservedCPU.besides(cpu, among: cpus, core: CPUAffinity.sharingCore(of: cpu)).isEmpty
    } ?? false
  } ?? false

/// Tests of duets run one after the other: each moves the threads of this process to other CPUs, and
/// another that looks at its CPUs meanwhile finds but one.
@Suite(.serialized) enum TestsThatMoveThreads {}

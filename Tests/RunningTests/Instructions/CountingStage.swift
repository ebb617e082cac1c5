import DriverProtocol
import Foundation
import Recording
import Running
import Scenarios
import SystemPackage
import TestSupport

/// Counts a story's instructions, with the test driver and real Valgrind.
struct CountingStage {
  static let hasValgrind = (try? Callgrind()) != nil
  private let executor: CountingExecutor

  /// A stage with the drivers' commands, by build.
  init(
    stories: [Story], commands: [String: [String]] = ["build": [BuiltProducts.testDriver]],
    counting: InstructionCounting? = nil, limit: Duration = .seconds(60),
    launcher: FilePath = BuiltProducts.launcher
  ) throws {
    let launcher = Launcher(path: launcher)
    let interruption = try Interruption()
    let scenario = Scenario(
      name: "stage", title: "", builds: [], fixture: [:], stories: stories, runs: 1,
      timeLimit: limit)
    let setup = ReplaySetup(
      scenario: scenario, commands: commands.mapValues { [$0] }, in: BuildContexts("/"),
      launcher: launcher, interruption: interruption, machineMemory: 1 << 30)
    executor = CountingExecutor(
      setup, counting: try counting ?? .callgrind(Callgrind()),
      allocations: AllocationCounter(beside: launcher), others: ProcessExecutor(setup))
  }

  init(
    _ steps: [Step], commands: [String: [String]] = ["build": [BuiltProducts.testDriver]],
    counting: InstructionCounting? = nil
  ) throws {
    try self.init(
      stories: [Story(name: Stage.story, title: "", steps: steps)], commands: commands,
      counting: counting)
  }

  /// A launcher that tells of addresses that the system refused to fix.
  static func refusingLauncher(in folder: ScratchFolder) throws -> FilePath {
    try folder.addScript(
      "launcher",
      "echo 'refused 1 fixed-addresses' >&4; exec '\(BuiltProducts.launcher)' \"$@\"")
  }

  /// The runs that count.
  func runs(_ story: String = Stage.story, on build: String = "build", count: Int = 1) -> [Run] {
    RunPlan(stories: [story], builds: [build], rounds: 1, countedRounds: count, seed: 1).runs
      .filter { $0.kind == .counted }.map(executor.execute)
  }

  /// A run that measures.
  func measured(_ story: String = Stage.story) -> Run {
    executor.execute(RunPlan(stories: [story], builds: ["build"], rounds: 1, seed: 1).runs[0])
  }

  /// A computation of so many rounds.
  static func compute(_ rounds: Int, times repetitions: Int = 1, on place: String = "") -> Step {
    Step(
      verb: "compute", arguments: ["rounds": .integer(rounds), "on": .text(place)],
      repetitions: repetitions, expectation: .outcome(facts: [:], digest: nil))
  }
}

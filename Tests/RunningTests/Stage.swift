import DriverProtocol
import Foundation
import Recording
import Running
import Scenarios
import SystemPackage
import TestSupport

/// Replays a story of the test driver, with real processes.
struct Stage {
  /// The only story by default.
  static let story = "story"
  let interruption: Interruption
  private let executor: ProcessExecutor

  /// A stage for one story, with arguments for the test driver. `limit` is a step's; a minute is a
  /// failure whatever the machine.
  init(
    _ steps: [Step], driver arguments: [String] = [], fixture: [String: Scalar] = [:],
    limit: Duration = .seconds(60), patience: Duration = .seconds(60)
  ) throws {
    try self.init(
      stories: [Story(name: Self.story, title: "", steps: steps)],
      command: [BuiltProducts.testDriver] + arguments, fixture: fixture, limit: limit,
      patience: patience)
  }

  init(
    stories: [Story], command: [String], fixture: [String: Scalar] = [:],
    folder: FilePath = "/", launcher: FilePath = BuiltProducts.launcher,
    limit: Duration = .seconds(60), patience: Duration = .seconds(60)
  ) throws {
    interruption = try Interruption()
    executor = ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "stage", title: "", builds: [Build(name: "build", origin: .command(command))],
          fixture: fixture, stories: stories, runs: 1, timeLimit: limit),
        commands: ["build": [command]], in: BuildContexts(folder),
        launcher: Launcher(path: launcher),
        interruption: interruption, machineMemory: 1 << 30, patience: patience))
  }

  /// Makes one run.
  func run(_ story: String = Stage.story) -> Run {
    let plan = RunPlan(stories: [story], builds: ["build"], rounds: 1, seed: 1)
    return executor.execute(plan.runs[0])
  }

  /// One run, watched.
  func watchedRun() -> Run {
    let plan = RunPlan(stories: [Self.story], builds: ["build"], rounds: 1, seed: 1)
    return WatchedExecutor(executor, ownUse: .reaped).execute(plan.runs[0])
  }
}

extension Step {
  /// A step of the test driver.
  static func of(
    _ verb: String, _ arguments: [String: Scalar] = [:], expecting facts: [String: Scalar] = [:],
    limit: Duration? = nil
  ) -> Step {
    Step(
      verb: verb, arguments: arguments, expectation: .outcome(facts: facts, digest: nil),
      timeLimit: limit)
  }
}

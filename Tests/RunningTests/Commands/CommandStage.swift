import Recording
import Running
import TestSupport

/// Measures commands with real processes.
struct CommandStage {
  let interruption: Interruption
  private let executor: CommandExecutor

  init(
    _ commands: [String: [String]], _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws {
    interruption = try Interruption()
    var conditions = CommandConditions()
    change(&conditions)
    executor = try CommandExecutor(
      commands.map { MeasuredCommand(name: $0, words: $1) }, conditions: conditions,
      launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
      machineMemory: 1 << 30)
  }

  /// Makes the runs of a plan, in its order.
  func runs(_ commands: [String], rounds: Int = 1, seed: UInt64 = 1) -> [Run] {
    RunPlan(stories: [MeasuredCommand.story], builds: commands, rounds: rounds, seed: seed).runs
      .map(executor.execute)
  }

  /// One run of a command, watched.
  func watchedRun(_ command: String) -> Run {
    let plan = RunPlan(stories: [MeasuredCommand.story], builds: [command], rounds: 1, seed: 1)
    return WatchedExecutor(executor, ownUse: .steps).execute(plan.runs[0])
  }

  /// One run of a command.
  func run(_ command: String, whenPrepared: () -> Void) -> Run {
    let plan = RunPlan(stories: [MeasuredCommand.story], builds: [command], rounds: 1, seed: 1)
    return executor.execute([plan.runs[0]], whenPrepared: whenPrepared)[0]
  }

  /// One run of one command.
  static func run(
    _ words: [String], _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    try CommandStage(["c": words], change).runs(["c"])[0]
  }

  /// One run of a shell's script.
  static func run(
    script: String, _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    try run(["/bin/sh", "-c", script], change)
  }
}

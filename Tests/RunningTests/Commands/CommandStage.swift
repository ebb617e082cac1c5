import Recording
import Running
import TestSupport

/// Measures commands with real processes.
struct CommandStage {
  let interruption: Interruption
  private let executor: HookedExecutor

  init(
    _ commands: [String: [String]], hooks: CommandHooks = CommandHooks(),
    _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws {
    interruption = try Interruption()
    var conditions = CommandConditions()
    change(&conditions)
    let launcher = Launcher(path: BuiltProducts.launcher)
    let commands = commands.map { name, words in
      var command = MeasuredCommand(name: name, words: words)
      command.hooks = hooks
      return command
    }
    let runs = try CommandExecutor(
      commands, conditions: conditions, launcher: launcher, interruption: interruption,
      machineMemory: 1 << 30)
    executor = try HookedExecutor(
      commands, conditions: conditions, launcher: launcher, interruption: interruption,
      runs: WatchedExecutor(runs, ownUse: .steps))
  }

  /// Makes the runs of a plan, in its order.
  func runs(_ commands: [String], rounds: Int = 1, seed: UInt64 = 1) -> [Run] {
    RunPlan(stories: [MeasuredCommand.story], builds: commands, rounds: rounds, seed: seed).runs
      .map(executor.execute)
  }

  /// One run of a command, watched.
  func watchedRun(_ command: String) -> Run {
    let plan = RunPlan(stories: [MeasuredCommand.story], builds: [command], rounds: 1, seed: 1)
    return executor.execute(plan.runs[0])
  }

  /// One run of one command.
  static func run(
    _ words: [String], hooks: CommandHooks = CommandHooks(),
    _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    try CommandStage(["c": words], hooks: hooks, change).runs(["c"])[0]
  }

  /// One run of a shell's script.
  static func run(
    script: String, _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    try run(["/bin/sh", "-c", script], change)
  }
}

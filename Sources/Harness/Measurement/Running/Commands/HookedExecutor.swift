import Foundation
import Recording

/// Executes the hooks before and after each run, and leaves the runs to another executor.
///
/// It wraps the executors that watch the machine, so that hooks don't count as interference. Each hook has a
/// launcher of its own, which is gone before the run begins, because its environment has the run's number.
public final class HookedExecutor: Executor {
  private let hooks: [String: CommandHooks]
  private let launcher: Launcher
  private let interruption: Interruption
  private let streams: CommandStreams
  private let runs: any Executor
  /// The number of runs of each command so far.
  private var numbers: [String: Int] = [:]

  /// The variable that has the number of the command's run, from 1, warm-ups included.
  private static let iteration = "REHEARSE_ITERATION"

  /// Prepares for the hooks of commands, whose runs `runs` makes.
  /// - Throws: ``RunningError``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption, runs: any Executor
  ) throws {
    streams = try CommandStreams(conditions)
    self.launcher = launcher
    self.interruption = interruption
    hooks = Dictionary(commands.map { ($0.name, $0.hooks) }, uniquingKeysWith: { a, _ in a })
    self.runs = runs
  }

  /// Makes one run if it has hooks; otherwise a batch of as many as possible.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    guard let first = batch.first else { return [] }
    let hooks = hooks[first.build] ?? CommandHooks()
    let isAlone = hooks.preparation != nil || hooks.conclusion != nil
    if isAlone { numbers[first.build, default: 0] += 1 }
    do throws(RunFailure) {
      try carryOut(hooks.preparation, named: "The preparation", of: first.build)
    } catch {
      var run = Run(first)
      run.ending = .failed(error)
      return [run]
    }
    var made = runs.execute(isAlone ? batch.prefix(1) : batch)
    guard isAlone, made[0].failure?.reason != .interrupted else { return made }
    do throws(RunFailure) {
      try carryOut(hooks.conclusion, named: "The conclusion", of: first.build)
    } catch {
      // The command's own failure says more.
      guard made[0].passed else { return made }
      made[0].ending = .failed(error)
      made[0].measurements = [:]
    }
    return made
  }

  private func carryOut(
    _ words: [String]?, named subject: String, of command: String
  ) throws(RunFailure) {
    guard let words else { return }
    let number = [Self.iteration: "\(numbers[command] ?? 1)"]
    let series = CommandSeries(
      words, streams: streams, launcher: launcher, interruption: interruption,
      environment: ProcessInfo.processInfo.environment.merging(number) { $1 })
    defer { series.end() }
    try series.carryOutHook(named: subject)
  }
}

import Recording

/// Executes the hooks before and after each run, and leaves the runs to another executor.
///
/// It wraps the executors that watch the machine, so that hooks don't count as interference.
public final class HookedExecutor: Executor {
  private let hooks: [String: CommandHooks]
  private let series: [[String]: CommandSeries]
  private let streams: CommandStreams
  private let runs: any Executor

  /// Prepares for the hooks of commands, whose runs `runs` makes. A hook that several commands share is one process.
  /// - Throws: ``RunningError``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption, runs: any Executor
  ) throws {
    let streams = try CommandStreams(conditions)
    let words = commands.flatMap { [$0.hooks.preparation, $0.hooks.conclusion] }
    series = Dictionary(
      words.compactMap(\.self).map { words in
        (
          words,
          CommandSeries(
            words, streams: streams, launcher: launcher, interruption: interruption)
        )
      }, uniquingKeysWith: { first, _ in first })
    hooks = Dictionary(commands.map { ($0.name, $0.hooks) }, uniquingKeysWith: { a, _ in a })
    self.streams = streams
    self.runs = runs
  }

  deinit {
    series.values.forEach { $0.end() }
    streams.close()
  }

  /// Makes one run if it has hooks; otherwise a batch of as many as possible.
  public func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    guard let first = batch.first else { return [] }
    let hooks = hooks[first.build] ?? CommandHooks()
    let isAlone = hooks.preparation != nil || hooks.conclusion != nil
    do throws(RunFailure) {
      try carryOut(hooks.preparation, named: "The preparation")
    } catch {
      var run = Run(first)
      run.ending = .failed(error)
      return [run]
    }
    var made = runs.execute(isAlone ? batch.prefix(1) : batch, whenPrepared: whenPrepared)
    guard isAlone, made[0].failure?.reason != .interrupted else { return made }
    do throws(RunFailure) {
      try carryOut(hooks.conclusion, named: "The conclusion")
    } catch {
      // The command's own failure says more.
      guard made[0].passed else { return made }
      made[0].ending = .failed(error)
      made[0].measurements = [:]
    }
    return made
  }

  private func carryOut(_ words: [String]?, named subject: String) throws(RunFailure) {
    guard let words, let series = series[words] else { return }
    try series.carryOutHook(named: subject)
  }
}

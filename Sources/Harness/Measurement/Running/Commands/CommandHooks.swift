/// Commands that run before and after the measured one, and are not measured themselves.
public struct CommandHooks: Sendable, Equatable {
  /// Runs once, before the first run, warm-up included.
  public var setup: [String]?
  /// Runs before each run.
  public var preparation: [String]?
  /// Runs after each run.
  public var conclusion: [String]?
  /// Runs once, after the last run.
  public var cleanup: [String]?

  /// No hooks.
  public init() {}

  /// Executes a command once, with its own launcher. Failures name it by the subject, such as `The setup`.
  /// - Throws: `RunFailure` if it failed; ``RunningError``.
  public static func carryOut(
    _ words: [String], named subject: String, conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption
  ) throws {
    let series = CommandSeries(
      words, streams: try CommandStreams(conditions), launcher: launcher,
      interruption: interruption)
    defer { series.end() }
    try series.carryOutHook(named: subject)
  }
}

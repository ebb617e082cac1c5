import SystemPackage

/// A command to measure.
public struct MeasuredCommand: Sendable, Equatable {
  /// The name in tables and measurements; the name of its build.
  public var name: String
  /// The program and its arguments.
  public let words: [String]
  /// The commands that run before and after it.
  public var hooks = CommandHooks()
  /// The parameter values that it was made with, by name.
  public var parameters: [String: String] = [:]

  /// Creates a command without hooks.
  public init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }

  /// The name of the only story of commands.
  public static let story = "command"

  /// The same commands with unique names: the second of two equal names becomes `… (2)`.
  public static func named(_ commands: [MeasuredCommand]) -> [MeasuredCommand] {
    var counts: [String: Int] = [:]
    return commands.map { command in
      counts[command.name, default: 0] += 1
      let count = counts[command.name] ?? 1
      var command = command
      if count > 1 { command.name += " (\(count))" }
      return command
    }
  }
}

/// The conditions under which commands are measured, the same for all of them.
public struct CommandConditions: Sendable {
  /// The file for standard input, read from its start in every run; nil for none.
  public var input: FilePath?
  /// A Boolean value indicating whether the commands' output is shown on standard error rather than dropped.
  public var showsOutput = false
  /// A Boolean value indicating whether a run counts even if the command exited with a status other
  /// than 0, or was ended by a signal.
  public var ignoresFailure = false
  /// A Boolean value indicating whether a run lasts until all processes that the command started
  /// have ended; otherwise those that outlive it are killed.
  public var waitsForTree = false
  /// A Boolean value indicating whether runs are put into a control group if possible; otherwise
  /// they are only sampled.
  public var usesControlGroup = true
  /// The time after which a run is ended; nil for never.
  public var timeLimit: Duration?

  /// No input, output, tolerated failures or waiting.
  public init() {}
}

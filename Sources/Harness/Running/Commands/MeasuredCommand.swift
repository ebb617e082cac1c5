import SystemPackage

/// A command that is measured.
public struct MeasuredCommand: Sendable, Equatable {
  /// The name in tables and measurements; the name of its build.
  public var name: String
  /// The program and its arguments.
  public let words: [String]
  /// The commands that are carried out around its runs.
  public var hooks = CommandHooks()
  /// The values of the parameters that it was made with, by their names.
  public var parameters: [String: String] = [:]

  /// A command around which nothing is carried out.
  public init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }

  /// The name of the one story that all commands are measured by.
  public static let story = "command"

  /// The same commands under names that differ: the second of equal ones is called `… (2)`.
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

/// Under which conditions commands are measured, the same for all of them.
public struct CommandConditions: Sendable {
  /// The file that is standard input, read from its start in every run; nil for none.
  public var input: FilePath?
  /// A Boolean value indicating whether what commands write is shown, on standard error, rather
  /// than dropped.
  public var showsOutput = false
  /// A Boolean value indicating whether a run counts in which the command exited with another
  /// status than 0, or was ended by a signal.
  public var ignoresFailure = false
  /// A Boolean value indicating whether a run lasts until all processes have ended that the command
  /// started; otherwise those that outlive it are killed.
  public var waitsForTree = false
  /// A Boolean value indicating whether runs are put into a control group where one may be made;
  /// else they are followed by sampling alone.
  public var usesControlGroup = true
  /// After which time a run is ended; nil for never.
  public var timeLimit: Duration?

  /// Nothing is read, shown, ignored, or waited for.
  public init() {}
}

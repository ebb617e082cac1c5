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

extension [MeasuredCommand] {
  /// A Boolean value indicating whether all have the same setup and cleanup, so that they are measured together, in
  /// rounds.
  public var areSetUpAlike: Bool {
    allSatisfy {
      $0.hooks.setup == self[0].hooks.setup && $0.hooks.cleanup == self[0].hooks.cleanup
    }
  }
}

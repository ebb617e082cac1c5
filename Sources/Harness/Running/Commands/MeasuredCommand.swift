/// A command that is measured.
public struct MeasuredCommand: Sendable, Equatable {
  /// What it is called in tables and figures; the name of its build.
  public let name: String
  /// The program and its arguments.
  public let words: [String]

  /// A command.
  public init(name: String, words: [String]) {
    self.name = name
    self.words = words
  }

  /// The name of the one story that all commands are measured by.
  public static let story = "command"

  /// Words as one text that a shell and ``CommandWords`` split into the same words again.
  public static func text(of words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "-_./=:,+@%".unicodeScalars.contains($0)
        }
      return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// The same commands under names that differ: the second of equal ones is called `… (2)`.
  public static func named(_ commands: [MeasuredCommand]) -> [MeasuredCommand] {
    var counts: [String: Int] = [:]
    return commands.map { command in
      counts[command.name, default: 0] += 1
      let count = counts[command.name] ?? 1
      return count == 1
        ? command : MeasuredCommand(name: "\(command.name) (\(count))", words: command.words)
    }
  }
}

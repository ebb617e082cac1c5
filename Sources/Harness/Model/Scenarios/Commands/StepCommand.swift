/// A command executed by a step, in place of a driver's verb.
public struct StepCommand: Sendable, Equatable {
  /// The program and its arguments; for shell text, the shell's own. `${name}` in them is a
  /// variable of the build.
  public var words: [String]
  /// The file in the run's folder for standard input; nil for none.
  public var input: String?
  /// The file in the run's folder for standard output; nil if the output is only checked.
  public var output: String?
  /// Additions to the environment.
  public var environment: [String: String]

  /// Creates a command.
  public init(
    words: [String], input: String? = nil, output: String? = nil,
    environment: [String: String] = [:]
  ) {
    self.words = words
    self.input = input
    self.output = output
    self.environment = environment
  }

  /// The words for a text that a shell executes.
  public static func shell(_ text: String) -> [String] { ["/bin/sh", "-c", text] }

  /// The text for the shell, or nil if there is none.
  public var shellText: String? {
    words.count == 3 && Array(words.prefix(2)) == ["/bin/sh", "-c"] ? words[2] : nil
  }

  /// The command in one line, as typed, at most 100 characters.
  public var label: String {
    var line =
      shellText.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      ?? words.map(Self.quoted).joined(separator: " ")
    if let input { line += " < \(input)" }
    if let output { line += " > \(output)" }
    return line.count > 100 ? line.prefix(99) + "…" : line
  }

  private static func quoted(_ whole: String) -> String {
    // No label contains more.
    let word = whole.utf8.count > 1000 ? String(whole.prefix(200)) : whole
    let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || "'\"\\".contains($0) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// The same command with variables resolved; a variable without a value stays. A word that
  /// becomes empty is omitted, so that a build can leave out an option.
  public func resolved(by values: [String: String]) -> StepCommand {
    StepCommand(
      words: words.compactMap { word in
        let resolved = VariableText.resolved(word, by: values)
        return resolved.isEmpty && !word.isEmpty ? nil : resolved
      },
      input: input.map { VariableText.resolved($0, by: values) },
      output: output.map { VariableText.resolved($0, by: values) },
      environment: environment.mapValues { VariableText.resolved($0, by: values) })
  }

  /// The words that name a program, or may name one of its files: an interpreter and its script.
  public var programWords: [String] { shellText == nil ? words : Array(words.prefix(1)) }
}

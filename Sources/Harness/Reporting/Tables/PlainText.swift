/// Text that is shown, and nothing else, by a terminal and by the log of a CI job.
public struct PlainText: CustomStringConvertible {
  /// The text.
  public let description: String

  /// Makes text from anywhere harmless: its lines stay, each a `PlainLine` without a `JobCommand`.
  public init(_ text: String) {
    self.init(lines: text) { JobCommand.disarmed(PlainLine($0).description) }
  }

  /// Text of this module, such as a table's: its parts are plain and its escape sequences its own, but
  /// a part may have come to begin a line.
  public init(styled text: String) {
    self.init(lines: text) { JobCommand.disarmed($0) }
  }

  /// JSON: what it holds stays the same to those that parse it.
  public init(json text: String) {
    self.init(lines: text) { line in
      let line = JobCommand.disarmed(line, escape: Self.inJSON)
      guard line.unicodeScalars.contains(where: Self.isControl) else { return line }
      return line.unicodeScalars.map { Self.isControl($0) ? Self.inJSON($0) : String($0) }.joined()
    }
  }

  private init(lines text: String, _ harmless: (String) -> String) {
    // By scalars: to characters a return and a line break are one.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    description = lines.enumerated().map { index, line in
      let isEnded = index < lines.count - 1
      return harmless(String(isEnded && line.last == "\r" ? line.dropLast() : line))
    }.joined(separator: "\n")
  }

  /// JSON's writers escape the others.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (0x7F...0x9F).contains(scalar.value)
  }

  private static func inJSON(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

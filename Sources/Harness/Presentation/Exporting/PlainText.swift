import Tables

/// Text that a terminal and the log of a CI job only show.
public struct PlainText: CustomStringConvertible {
  /// The text.
  public let description: String

  /// Makes any text harmless: its lines stay, each a `PlainLine` without a `WorkflowCommand`.
  public init(_ text: String) {
    self.init(lines: text) { WorkflowCommand.escaped(PlainLine($0).description) }
  }

  /// Text with styles, such as a table's: its parts are plain and its escape sequences its own, but a part
  /// may be at the start of a line.
  public init(styled text: String) { self.init(lines: text) { WorkflowCommand.escaped($0) } }

  /// JSON: parsers read the same content.
  public init(json text: String) {
    self.init(lines: text) { line in
      let line = WorkflowCommand.escaped(line, escape: Self.inJSON)
      guard line.unicodeScalars.contains(where: Self.isControl) else { return line }
      return line.unicodeScalars.map { Self.isControl($0) ? Self.inJSON($0) : String($0) }.joined()
    }
  }

  private init(lines text: String, _ harmless: (String) -> String) {
    // By scalars: as characters, a carriage return and a line break are one.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    description = lines.enumerated().map { index, line in
      let isEnded = index < lines.count - 1
      return harmless(String(isEnded && line.last == "\r" ? line.dropLast() : line))
    }.joined(separator: "\n")
  }

  /// JSON's encoders escape the others.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (0x7F...0x9F).contains(scalar.value)
  }

  private static func inJSON(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// The commands that the runner of a CI job obeys in a line of the job's log.
///
/// GitHub's takes `::error::text` after any spaces, and `##[error]text` anywhere in a line; Azure's
/// `##vso[…]` and TeamCity's `##teamcity[…]` are similar. Indenting or quoting a line helps only against the
/// first, and not always. So the mark itself is broken.
///
/// GitHub's runner compares by its language's rules, which ignore letters without a shape: they are skipped
/// here, too.
/// Source: <https://github.com/actions/runner>, `ActionCommand.cs`.
public enum WorkflowCommand {
  /// A line without commands; `line` has no break. `escape` replaces a mark's second letter, which is `:` or `#`.
  public static func escaped(
    _ line: String, escape: (Unicode.Scalar) -> String = { "\\\($0)" }
  ) -> String {
    guard mayHoldMark(line) else { return line }
    let shown = line.unicodeScalars.indices.filter { !isUnseen(line.unicodeScalars[$0]) }
    let ends = marks(shown.map { line.unicodeScalars[$0] }).map { shown[$0] }
    guard !ends.isEmpty else { return line }
    var text = ""
    var rest = line.startIndex
    for end in ends {
      text.unicodeScalars += line.unicodeScalars[rest..<end]
      text += escape(line.unicodeScalars[end])
      rest = line.unicodeScalars.index(after: end)
    }
    text.unicodeScalars += line.unicodeScalars[rest...]
    return text
  }

  /// Returns whether a mark's letter follows itself, ignoring invisible ones between; in most lines none
  /// does.
  private static func mayHoldMark(_ line: String) -> Bool {
    var last: UInt8 = 0
    for byte in line.utf8 {
      if byte == last, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
      if 0x20..<0x7F ~= byte || byte == UInt8(ascii: "\t") { last = byte }
    }
    return false
  }

  /// The places of the marks' second letters, in order.
  private static func marks(_ line: [Unicode.Scalar]) -> [Int] {
    var marks: [Int] = []
    if let first = line.firstIndex(where: { !$0.properties.isWhitespace }),
      line[first...].starts(with: "::".unicodeScalars)
    {
      marks.append(first + 1)
    }
    for (index, scalar) in line.enumerated().dropFirst()
    where scalar == "#" && line[index - 1] == "#" {
      let name = line[(index + 1)...].prefix { $0.isASCII && $0.properties.isAlphabetic }
      if name.endIndex < line.count, line[name.endIndex] == "[" { marks.append(index) }
    }
    return marks
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 && scalar.value != 9 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

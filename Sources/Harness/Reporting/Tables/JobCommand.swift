/// What the runner of a CI job obeys where it stands in a line of the job's log.
///
/// GitHub's takes `::error::text` after any blanks, and `##[error]text` anywhere in a line; Azure's
/// `##vso[…]` and TeamCity's `##teamcity[…]` are of the same kind. Indenting or quoting a line helps
/// against none but the first, nor there: so the mark itself is broken.
///
/// GitHub's runner compares as its language does, which takes no notice of letters without a shape:
/// they are skipped here, too.
/// Source: <https://github.com/actions/runner>, `ActionCommand.cs`.
public enum JobCommand {
  /// A line in which nothing is a command.
  /// - Parameters:
  ///   - line: a line, without its break.
  ///   - escape: what to write in place of a mark's second letter, which is `:` or `#`.
  public static func disarmed(
    _ line: String, escape: (Unicode.Scalar) -> String = { "\\\($0)" }
  ) -> String {
    guard line.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else {
      return line
    }
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

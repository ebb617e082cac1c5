/// Foreign text on its way into a gnuplot script.
///
/// gnuplot runs shell commands from backticks in double quotes, from `system()`, and from file names; inside
/// single quotes only the quote itself is special. Doubling it, as gnuplot's manual says, does not help at a
/// string's beginning: gnuplot 5.4 reads `'''x` as an empty string and the beginning of another. So quotes
/// are joined from outside.
enum ScriptText {
  /// `text` as one gnuplot expression that draws exactly its characters and executes none of them.
  static func literal(_ text: some StringProtocol) -> String {
    visible(text).split(separator: "'", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: ".\"'\".")
  }

  /// Several lines as one gnuplot expression. Double quotes only ever contain line breaks and single quotes.
  static func literal(lines: [String]) -> String {
    lines.map { literal($0) }.joined(separator: ".\"\\n\".")
  }

  /// Like `literal`, for the labels of an axis, which gnuplot interprets as number formats.
  static func ticLabel(lines: [String]) -> String {
    literal(lines: lines.map { $0.replacing("%", with: "%%") })
  }

  /// Digits after as many zeros as this length needs.
  static func padded(_ digits: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  /// `text` without characters that would end a script's line, that XML forbids, or that change the reading
  /// direction.
  static func visible(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069,
        0xFFFE, 0xFFFF:
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

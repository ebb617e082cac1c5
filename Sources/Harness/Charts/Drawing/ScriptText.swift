/// Foreign text on its way into a gnuplot script.
///
/// gnuplot runs shell commands from backticks in double quotes, from `system()`, and from
/// file names; inside single quotes nothing is special but the quote itself. Doubling it, as
/// gnuplot's manual says, does not help at a string's beginning: gnuplot 5.4 reads `'''x` as
/// an empty string and the beginning of another. So quotes are joined on from outside.
enum ScriptText {
  /// `text` as one gnuplot expression that draws exactly its characters.
  static func literal(_ text: some StringProtocol) -> String {
    visible(text).split(separator: "'", omittingEmptySubsequences: false)
      .map { "'\($0)'" }.joined(separator: ".\"'\".")
  }

  /// Several lines as one gnuplot expression. Line breaks and single quotes are all that ever
  /// stands in double quotes.
  static func literal(lines: [String]) -> String {
    lines.map { literal($0) }.joined(separator: ".\"\\n\".")
  }

  /// As `literal`, for the labels of an axis, which gnuplot takes for number formats.
  static func ticLabel(lines: [String]) -> String {
    literal(lines: lines.map { $0.replacing("%", with: "%%") })
  }

  /// `text` without characters that would end a script's line, that XML forbids, or that
  /// turn the reading direction of what follows.
  static func visible(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
        result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069,
        0xFFFE, 0xFFFF:
        result.append("\u{FFFD}")
      default:
        result.append(scalar)
      }
    }
    return String(result)
  }
}

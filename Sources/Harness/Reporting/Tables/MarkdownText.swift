/// Text from anywhere as one line of Markdown that shows just this text.
///
/// Whatever means something inside a line is escaped, by a backslash where that is enough and
/// as an entity where HTML is meant, since some pages show Markdown without rendering it. At
/// the start of a line, what would make a heading or a list is escaped too.
public struct MarkdownText: CustomStringConvertible {
  /// The line, escaped.
  public let description: String

  /// Any text.
  public init(_ text: String) {
    let line = PlainLine(text).description.unicodeScalars
    // Blanks at the ends undo the bold around them, and four at the start make a code block.
    let trimmed = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    // By scalar: a combining mark would join a pipe in one character that is not a pipe.
    var escaped = String.UnicodeScalarView()
    var isNumberSoFar = true
    for (offset, scalar) in trimmed.enumerated() {
      let startsBlock =
        switch scalar {
        case "#", "+", "-", "=": offset == 0
        case ".", ")": offset > 0 && isNumberSoFar
        default: false
        }
      isNumberSoFar = isNumberSoFar && ("0"..."9").contains(scalar)
      escaped.append(contentsOf: Self.escaped(scalar, startsBlock: startsBlock))
    }
    description = String(escaped)
  }

  private static func escaped(
    _ scalar: Unicode.Scalar, startsBlock: Bool
  ) -> String.UnicodeScalarView {
    switch scalar {
    case "<": "&lt;".unicodeScalars
    case ">": "&gt;".unicodeScalars
    case "&": "&amp;".unicodeScalars
    case "\\", "|", "`", "*", "_", "~", "[", "]", "$":
      "\\\(scalar)".unicodeScalars
    default:
      (startsBlock ? "\\\(scalar)" : "\(scalar)").unicodeScalars
    }
  }
}

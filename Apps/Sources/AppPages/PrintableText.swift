/// A text as Pango can set it: without characters that have no picture.
package enum PrintableText {
  /// No box holds more, even of the narrowest letters; Pango would spend its time on the rest.
  package static let longest = 1_000

  /// Ends a line, but not a paragraph.
  static let lineEnd: Character = "\u{2028}"

  /// The text with line ends as line separators, which Pango counts as lines of one paragraph (of
  /// several it would show a line each, however little room there is), and with the replacement
  /// character for control characters. What is too long ends with an ellipsis.
  package static func of(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var cut = text.prefix(longest)
    if cut.endIndex < text.endIndex { cut += "…" }
    for character in cut {
      if character.isNewline {
        scalars.append(contentsOf: lineEnd.unicodeScalars)
        continue
      }
      for scalar in character.unicodeScalars {
        let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
        scalars.append(isControl ? "\u{fffd}" : scalar)
      }
    }
    return String(scalars)
  }

  /// A text of one line.
  package static func line(_ text: String) -> String {
    String(of(text).map { $0 == lineEnd || $0 == "\t" ? " " : $0 })
  }
}

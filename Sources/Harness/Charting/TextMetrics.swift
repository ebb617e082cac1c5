/// Widths of text, estimated: gnuplot tells none before it draws.
enum TextMetrics {
  /// How wide `text` is at a font size, both in pixels. The mean letter of DejaVu Sans, a
  /// wide font, takes 0.6 of its size; ideographs and emoji take the whole of it.
  static func width(_ text: some StringProtocol, size: Double) -> Double {
    text.reduce(0.0) { $0 + width($1) } * size
  }

  /// In parts of the font's size.
  private static func width(_ character: Character) -> Double {
    character.unicodeScalars.first.map(isWide) == true ? 1.05 : 0.6
  }

  /// From Hangul on, but for accented Latin and Greek, punctuation and symbols.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100 && !(0x1E00..<0x2E80).contains(scalar.value)
  }

  /// `text` cut to a width, with an ellipsis where something is missing.
  static func shortened(_ text: String, to width: Double, size: Double) -> String {
    // From the left on, since what is far too long should not be measured again and again.
    let room = width / size - self.width("…")
    var used = 0.0
    var kept = text.startIndex
    for place in text.indices {
      used += self.width(text[place])
      if used <= room { kept = text.index(after: place) }
      if used * size > width {
        var short = text[..<kept]
        while short.last?.isWhitespace == true { short.removeLast() }
        return short + "…"
      }
    }
    return text
  }

  /// `text` broken at spaces into lines of at most `width`, or nil when a word is wider.
  static func wrapped(_ text: String, to width: Double, size: Double) -> [String]? {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard self.width(word, size: size) <= width else { return nil }
      if let last = lines.last, self.width("\(last) \(word)", size: size) <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }
}

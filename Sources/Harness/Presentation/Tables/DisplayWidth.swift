/// The number of terminal columns that text takes up.
///
/// East Asian wide characters and emoji take two, combining marks none. The ranges are those
/// of Unicode's East Asian Width property (UAX #11) with the values W and F, joined across
/// unassigned gaps; the C library's `wcwidth` would depend on the locale.
public enum DisplayWidth {
  /// The columns of a text on one line.
  public static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // U+FE0F requests the emoji form, which is wide.
    if scalars.count > 1, scalars.contains("\u{FE0F}") { return 2 }
    // A family of four is one picture: a cluster is as wide as its widest part.
    return scalars.map(of).max() ?? 0
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initial consonants
    0x2E80...0x303E,  // CJK radicals and punctuation
    0x3041...0x4DBF,  // kana, CJK letters and extension A
    0x4E00...0xA4CF,  // CJK ideographs, Yi
    0xA960...0xA97C,  // Hangul initial consonants, extended
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6B,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, Nushu, kana supplements
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // CJK extensions B and later
  ]

  /// The text, cut if necessary to at most this many columns, including an ellipsis.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var kept = ""
    var remaining = width - 1
    for character in text {
      remaining -= of(character)
      if remaining < 0 { break }
      kept.append(character)
    }
    return kept + (width > 0 ? "…" : "")
  }
}

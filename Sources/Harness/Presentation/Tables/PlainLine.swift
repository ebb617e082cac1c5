/// Any text as one harmless line.
///
/// Line breaks and tabs become a space. Control characters are shown as Unicode's pictures of them, so that
/// an escape sequence is seen instead of obeyed. Characters that change the writing direction, or hide, are
/// replaced: they would let a name rearrange its row. Characters that join letters and emoji stay.
public struct PlainLine: CustomStringConvertible {
  /// The line.
  public let description: String

  /// Makes a text harmless.
  public init(_ text: String) {
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      // One line break, one space.
      if scalar == "\n", previous == "\r" { continue }
      line.append(Self.harmless(scalar))
    }
    description = String(line)
  }

  private static func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? replacement
    case 0x7F: "\u{2421}"
    case 0x200C, 0x200D, 0xE0020...0xE007F: scalar
    default: hides(scalar) ? replacement : scalar
    }
  }

  private static func hides(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: false
    }
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
}

extension String {
  /// The text with some scalars replaced. By scalars, not characters: a combining mark after a quote would
  /// hide it in another character.
  package func escaped(_ replacements: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Text from anywhere as one line of LaTeX that shows just this text.
struct LaTeXText: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    // By scalar: a combining mark would join a brace in one character that is not a brace.
    var escaped = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in PlainLine(text).description.unicodeScalars {
      // Two hyphens or commas would become one sign.
      if scalar == previous, "-,'".unicodeScalars.contains(scalar) {
        escaped.append(contentsOf: "{}".unicodeScalars)
      }
      escaped.append(contentsOf: Self.escaped(scalar))
      previous = scalar
    }
    description = String(escaped)
  }

  /// Whether pdfLaTeX stops at a letter: beyond Latin, dashes and quotation marks it knows few.
  static func needsOtherEngine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x20...0x7E, 0xA0...0x17F, 0x2013, 0x2014, 0x2018...0x201D, 0x2026: false
    default: true
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar {
    case "\\": "\\textbackslash{}".unicodeScalars
    case "{", "}", "$", "&", "#", "%", "_": "\\\(scalar)".unicodeScalars
    case "~": "\\textasciitilde{}".unicodeScalars
    case "^": "\\textasciicircum{}".unicodeScalars
    // In the old text fonts of TeX these three are other signs.
    case "<", ">", "|": "$\(scalar)$".unicodeScalars
    case "`": "\\textasciigrave{}".unicodeScalars
    case "∞": "$\\infty$".unicodeScalars
    case "≥": "$\\geq$".unicodeScalars
    case "≤": "$\\leq$".unicodeScalars
    default: String.UnicodeScalarView([scalar])
    }
  }
}

import Foundation

/// A text as it is searched: folded, cut into words, and marked so that SQLite's trigram index
/// also finds what is shorter than three letters, and beginnings.
///
/// Folding makes letters equal that differ in case, accents or width alone: É, é and e; ß and ss;
/// the ligature ﬁ and fi; ² and 2; İ and i. It is Foundation's, in a fixed locale, after Unicode's
/// compatibility composition (NFKC), so that it does not matter how a letter was typed. What
/// is a letter of its own stays: ø, ł, œ, ı, が.
///
/// What is indexed of "wareneingang (a1)" is, with | for a word's beginning, twice each, and · for
/// a gap:
///
///     ||wareneingang ||(||a1)·w·a·r·e·n…·g··(·a·1·)·
///
/// - || and letters are found where a word begins: at a letter or digit that follows none, and
///   after a blank. Inside of a word the mark depends on the two characters beside it alone, so
///   that a search, marked alike, is part of the text where its letters are.
/// - In the part with gaps every trigram is one of ·x· and x·y: the letters and the pairs
///   of letters that stand side by side.
package struct SearchText {
  private static let wordBegins: [Unicode.Scalar] = ["\u{1}", "\u{1}"]
  private static let gap: Unicode.Scalar = "\u{2}"
  private static let locale = Locale(identifier: "en_US_POSIX")

  /// The folded words: what stands between blanks, controls and line breaks.
  let words: [[Unicode.Scalar]]

  package init(_ text: String) {
    words = Self.folded(text).unicodeScalars
      .split { $0 == " " || $0.properties.isWhitespace || FileName.isControl($0) }
      .map(Array.init)
  }

  /// What the search tables hold of the text.
  package var indexed: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: beginning)
    for word in words {
      for scalar in word {
        text.append(Self.gap)
        text.append(scalar)
      }
      text.append(Self.gap)
    }
    return String(text)
  }

  /// What the indexed text begins with, and that of all longer texts which begin like this one.
  package var beginning: [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    for (index, word) in words.enumerated() {
      if index > 0 { text.append(" ") }
      text += Self.wordBegins + Self.marked(word)
    }
    return text
  }

  /// What the indexed text holds for each word, where one begins like it.
  package var wordBeginnings: [[Unicode.Scalar]] {
    words.map { Self.wordBegins + Self.marked($0) }
  }

  /// What the indexed text holds for each word, wherever that stands in it.
  package var anywhere: [[Unicode.Scalar]] {
    words.map { word in
      switch word.count {
      case 1: [Self.gap, word[0], Self.gap]
      case 2: [word[0], Self.gap, word[1]]
      default: Self.marked(word)
      }
    }
  }

  private static func folded(_ text: String) -> String {
    // Foundation would take 2 microseconds, and most texts are of this kind.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.precomposedStringWithCompatibilityMapping.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
  }

  /// A word with the marks of the words that begin inside of it, after a hyphen or the like.
  private static func marked(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    text.reserveCapacity(word.count + 4)
    // The word's own mark is put before it by those who want it.
    var isInside = true
    for scalar in word {
      let isLetter = isLetter(scalar)
      if isLetter, !isInside { text += wordBegins }
      text.append(scalar)
      isInside = isLetter
    }
    return text
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: false
      }
    }
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return true }
    return switch properties.generalCategory {
    // Parts of the letter before them.
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

import AppStorage

/// A text as it is searched: folded (see ``FoldedText``), cut into words, and marked so that
/// SQLite's trigram index also finds what is shorter than three letters, and beginnings.
///
/// What is indexed of a sticker's text "wareneingang (a1)" is, with | for a word's beginning, twice
/// each, · for a gap, and / for an end:
///
///     ||wareneingang ||(||a1)/·w·a·r·e·n…·g··(·a·1·)·
///
/// - || and letters are found where a word begins: at a letter or digit that follows none, and
///   after a blank. Inside of a word the mark depends on the two characters beside it alone, so
///   that a search, marked alike, is part of the text where its letters are.
/// - In the part with gaps every trigram but those at a word's end is one of ·x· and x·y: the
///   letters and the pairs of letters that stand side by side.
///
/// A file's name is to be found by its beginning too. It has another mark there, and its first
/// word once more with the usual one:
///
///     //wareneingang ||(||a1)/||wareneingang/·w·a·r·e·n…·g··(·a·1·)·
///
/// FTS5's own `^` for the beginning of a text goes through all texts that have the letters
/// elsewhere; the mark leads to those that begin with them.
package struct SearchText {
  /// The mark before a word where it begins.
  package static let wordBegins: [Unicode.Scalar] = ["\u{1}", "\u{1}"]
  private static let end: Unicode.Scalar = "\u{3}"
  private static let gap: Unicode.Scalar = "\u{2}"

  /// The folded words: what stands between blanks, controls and line breaks.
  let words: [[Unicode.Scalar]]

  package init(_ text: String) {
    words = FoldedText.scalars(of: text).split(whereSeparator: Self.isBetweenWords).map(Array.init)
  }

  /// A sticker's text as the search holds it; empty where there is no word.
  var indexed: String {
    words.isEmpty ? "" : Self.string(marked(beginning: Self.wordBegins) + gaps)
  }

  /// A file's name as the search holds it; empty where there is no word.
  var indexedWithBeginning: String {
    guard let first = words.first else { return "" }
    return Self.string(
      beginning + [Self.end] + Self.wordBegins + Self.marked(first) + gaps)
  }

  /// The index's entry for a name's beginning; all longer names that begin like this one
  /// have it too.
  var beginning: [Unicode.Scalar] { marked(beginning: [Self.end, Self.end]) }

  /// Returns what the index holds for the beginning of a name that begins with this word.
  static func beginning(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
    [end, end] + marked(word)
  }

  /// The words, each with its mark, the first with this one.
  package func marked(beginning: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    for (index, word) in words.enumerated() {
      text += index == 0 ? beginning : [" "] + Self.wordBegins
      text += Self.marked(word)
    }
    return text
  }

  private var gaps: [Unicode.Scalar] {
    var text = [Self.end]
    for word in words {
      for scalar in word {
        text.append(Self.gap)
        text.append(scalar)
      }
      text.append(Self.gap)
    }
    return text
  }

  /// The indexed text for each word, where one begins like it.
  package var wordBeginnings: [[Unicode.Scalar]] {
    words.map { Self.wordBegins + Self.marked($0) }
  }

  /// The indexed text for each word, wherever that stands in it.
  package var anywhere: [[Unicode.Scalar]] {
    words.map { word in
      switch word.count {
      case 1: [Self.gap, word[0], Self.gap]
      case 2: [word[0], Self.gap, word[1]]
      default: Self.marked(word)
      }
    }
  }

  /// The text of the scalars. Appending them to a string one by one takes three times as long.
  static func string(_ scalars: [Unicode.Scalar]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count * 2)
    for scalar in scalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isBetweenWords(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    return scalar.properties.isWhitespace || FileName.isControl(scalar)
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

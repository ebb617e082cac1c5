import AppStorage

/// A text as the dictionary is searched: folded (see `FoldedText`), cut into words of letters and
/// digits, and each word marked where it begins.
///
/// The marks make SQLite's index of every three characters find beginnings of one letter too: "top
/// felt" is indexed as ||top||felt, and "f" is looked up as ||f.
package struct SearchWords {
  /// Two of a character that no word has.
  private static let mark = "\u{1}\u{1}"

  private let words: [String]

  /// The words of a text.
  package init(_ text: String) {
    words = FoldedText.scalars(of: text).split { !$0.properties.isWordCharacter }.map { word in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: word)
      return String(text)
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The text that is put into the index.
  var indexed: String { words.map { Self.mark + $0 }.joined() }

  /// The expression for texts in which a word begins like each of these.
  package var beginnings: String { Self.all(words.map { Self.mark + $0 }) }

  /// The expression for texts that hold each of these words anywhere; of those shorter than three
  /// letters a word has to begin with them. Finds all that ``beginnings`` finds; nil where it finds
  /// nothing else.
  package var anywhere: String? {
    guard words.contains(where: { $0.unicodeScalars.count >= 3 }) else { return nil }
    return Self.all(words.map { $0.unicodeScalars.count >= 3 ? $0 : Self.mark + $0 })
  }

  /// Nothing in a word has a meaning within quotation marks.
  private static func all(_ phrases: [String]) -> String {
    phrases.map { "\"\($0)\"" }.joined(separator: " AND ")
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isWordCharacter: Bool { isAlphabetic || numericType != nil }
}

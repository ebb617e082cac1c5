import Foundation

/// The name of a file, checked: one line of text without blanks at its ends.
///
/// Names are kept in Unicode's composed form (NFC), so that "Prüfung" is one name however its ü
/// was typed, and two files never have the same. Names that differ in case or accents are two
/// names: "Maße" and "Masse" are different things, and a search finds both.
struct FileName: Hashable, Sendable {
  /// The longest name in bytes of UTF-8, as on most file systems: it can be exported under it.
  static let longest = 255

  /// The name as it is kept.
  let text: String

  /// - Throws: ``LibraryError/nameHasControlCharacter(name:codePoint:)``,
  ///   ``LibraryError/nameEmpty``, ``LibraryError/nameTooLong(bytes:limit:)``.
  init(_ typed: String) throws(LibraryError) {
    if let control = typed.unicodeScalars.first(where: Self.isControl) {
      throw .nameHasControlCharacter(name: typed, codePoint: control.value)
    }
    let name = typed.precomposedStringWithCanonicalMapping
      .trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw .nameEmpty }
    guard name.utf8.count <= Self.longest else {
      throw .nameTooLong(bytes: name.utf8.count, limit: Self.longest)
    }
    text = name
  }

  /// Control characters, and Unicode's own line and paragraph breaks.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

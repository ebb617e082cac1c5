import Foundation

/// The name of a file, checked: one line of text without blanks at its ends, in which something can
/// be seen.
///
/// Controls of the direction of writing are refused: they make one name look like another, and
/// turn round the text that a name is put into.
///
/// Names are kept in Unicode's composed form (NFC), so that "Prüfung" is one name however its ü
/// was typed, and two files never have the same. Names that differ in case or accents are two
/// names: "Maße" and "Masse" are different things, and a search finds both.
struct FileName: Hashable, Sendable {
  /// The longest name in bytes of UTF-8: as many as most file systems take. A name need not be one
  /// of theirs, though: "a/b" and ".." are good here.
  static let longest = 255

  /// The name as it is kept.
  let text: String

  /// - Throws: ``LibraryError/nameHasControlCharacter(name:codePoint:)``,
  ///   ``LibraryError/nameHasDirectionControl(name:codePoint:)``, ``LibraryError/nameEmpty``,
  ///   ``LibraryError/nameInvisible(codePoints:)``, ``LibraryError/nameTooLong(bytes:limit:)``.
  init(_ typed: String) throws(LibraryError) {
    if let control = typed.unicodeScalars.first(where: Self.isControl) {
      throw .nameHasControlCharacter(name: typed, codePoint: control.value)
    }
    if let control = typed.unicodeScalars.first(where: \.properties.isBidiControl) {
      throw .nameHasDirectionControl(name: typed, codePoint: control.value)
    }
    let name = typed.precomposedStringWithCanonicalMapping
      .trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw .nameEmpty }
    guard name.unicodeScalars.contains(where: Self.isVisible) else {
      throw .nameInvisible(codePoints: name.unicodeScalars.map(\.value))
    }
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

  /// Returns whether a font shows anything for it, if only together with others.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Braille without a dot, and what encloses annotations: Unicode lists neither as ignorable.
    case 0x2800, 0xFFF9...0xFFFB: false
    default:
      !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
    }
  }
}

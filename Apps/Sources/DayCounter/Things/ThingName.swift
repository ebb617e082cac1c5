import Foundation

/// The name of a thing, checked: one line of text without blanks at its ends, in which something can
/// be seen.
///
/// Names are kept in Unicode's composed form (NFC), so that "Übung" is one name however its Ü was
/// typed. Names that differ in case are two: who wants "Go" and "go" may have both.
struct ThingName: Hashable, Sendable {
  /// The longest name in bytes of UTF-8: some lines of a phone.
  static let longest = 255

  /// The name as it is kept.
  let text: String

  /// - Throws: ``CounterError/nameBlank``, ``CounterError/nameTooLong(bytes:limit:)``,
  ///   ``CounterError/nameHasControl(name:codePoint:)``.
  init(_ typed: String) throws(CounterError) {
    let name = typed.precomposedStringWithCanonicalMapping
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard name.utf8.count <= Self.longest else {
      throw .nameTooLong(bytes: name.utf8.count, limit: Self.longest)
    }
    if let control = name.unicodeScalars.first(where: Self.isControl) {
      throw .nameHasControl(name: name, codePoint: control.value)
    }
    guard name.unicodeScalars.contains(where: Self.isVisible) else { throw .nameBlank }
    text = name
  }

  /// Control characters and line breaks, and what changes the direction of writing: that makes one
  /// name look like another, and turns round the text that a name is put into.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
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

  /// The name of a thing that has none yet: "New thing", or with the smallest number from 2 on that
  /// none of the names has. `taken` has at least all names that begin like this one.
  static func unused(among taken: Set<String>) -> String {
    guard taken.contains(standard) else { return standard }
    var number = 2
    while taken.contains("\(standard) \(number)") { number += 1 }
    return "\(standard) \(number)"
  }

  /// What a new thing is called.
  static let standard = "New thing"
}

import Foundation

/// A short text of one line, checked: the name of a section or of a party, or what information says.
public struct Label: Hashable, Sendable {
  /// The longest, in bytes of UTF-8.
  public static let longest = 255

  /// The text, without blanks at its ends.
  public let text: String

  /// A label.
  /// - Throws: ``MapError/labelBlank``, ``MapError/labelTooLong(bytes:limit:)``,
  ///   ``MapError/labelHasControlCharacter(codePoint:)``.
  public init(_ typed: String) throws(MapError) {
    if let control = typed.unicodeScalars.first(where: FileName.isControl) {
      throw .labelHasControlCharacter(codePoint: control.value)
    }
    let text = typed.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { throw .labelBlank }
    guard text.utf8.count <= Self.longest else {
      throw .labelTooLong(bytes: text.utf8.count, limit: Self.longest)
    }
    self.text = text
  }
}

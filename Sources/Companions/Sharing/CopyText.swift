/// The text format of Postgres's COPY: one line per row, tabs between values, `\N` for NULL.
///
/// Source: "COPY, File Formats" in the manual of PostgreSQL.
public enum CopyText {
  /// The values of a row; nil is NULL.
  public typealias Fields = [String?]

  /// Adds a row. A null character, which Postgres's texts cannot hold, becomes U+FFFD.
  public static func append(_ row: Fields, to bytes: inout [UInt8]) {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(tab) }
      guard let value else {
        bytes += [backslash, UInt8(ascii: "N")]
        continue
      }
      for byte in value.utf8 {
        switch byte {
        case 0: bytes += Array("\u{FFFD}".utf8)
        case backslash: bytes += [backslash, backslash]
        case tab: bytes += [backslash, UInt8(ascii: "t")]
        case newline: bytes += [backslash, UInt8(ascii: "n")]
        case carriageReturn: bytes += [backslash, UInt8(ascii: "r")]
        default: bytes.append(byte)
        }
      }
    }
    bytes.append(newline)
  }

  /// Reads a row from its line.
  /// - Throws: ``SharingError/notUnderstood(what:)``.
  public static func row(_ line: some Collection<UInt8>) throws(SharingError) -> Fields {
    var row: Fields = []
    var value: [UInt8] = []
    var isNull = false
    func end() throws(SharingError) {
      if isNull, !value.isEmpty { throw .notUnderstood(what: "a NULL with letters around it") }
      row.append(isNull ? nil : String(decoding: value, as: UTF8.self))
      value.removeAll(keepingCapacity: true)
      isNull = false
    }
    var rest = line.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case newline:
        guard rest.next() == nil else { throw .notUnderstood(what: "two rows where one was due") }
        try end()
        return row
      case tab: try end()
      case backslash:
        guard let letter = rest.next() else {
          throw .notUnderstood(what: "a row that ends in a backslash")
        }
        if letter == UInt8(ascii: "N") {
          if isNull || !value.isEmpty {
            throw .notUnderstood(what: "a NULL with letters around it")
          }
          isNull = true
        } else {
          value.append(try character(letter))
        }
      default: value.append(byte)
      }
    }
    throw .notUnderstood(what: "a row without an end")
  }

  /// The character for a letter after a backslash. The server uses none of the forms with digits.
  private static func character(_ letter: UInt8) throws(SharingError) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "t"): tab
    case UInt8(ascii: "n"): newline
    case UInt8(ascii: "v"): 11
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "r"): carriageReturn
    case backslash: backslash
    default: throw .notUnderstood(what: "a backslash before the byte \(letter)")
    }
  }

  private static let tab = UInt8(ascii: "\t")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let backslash = UInt8(ascii: "\\")
}

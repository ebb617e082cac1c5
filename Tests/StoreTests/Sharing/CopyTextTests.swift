import Sharing
import Testing

@Suite struct CopyTextTests {
  private static func text(_ row: CopyText.Fields) -> String {
    var bytes: [UInt8] = []
    CopyText.append(row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The expected texts are what PostgreSQL 15 printed by `COPY … TO STDOUT`.
  @Test(
    arguments: [
      (["1", nil, ""], "1\t\\N\t\n"),
      (["a\tb\nc\rd\\e"], "a\\tb\\nc\\rd\\\\e\n"),
      (["\\N", "\\."], "\\\\N\t\\\\.\n"),
      (["ümlaut 🧪"], "ümlaut 🧪\n"),
    ] as [(CopyText.Fields, String)])
  func `a row is written and read like the server's own`(
    _ row: CopyText.Fields, _ text: String
  ) throws {
    #expect(Self.text(row) == text)
    #expect(try CopyText.row(Array(text.utf8)) == row)
  }

  @Test func `escapes that only the server writes are read, and null characters are replaced`()
    throws
  {
    #expect(try CopyText.row(Array("\\b\\f\\v\n".utf8)) == ["\u{8}\u{c}\u{b}"])
    #expect(Self.text(["a\0b"]) == "a\u{FFFD}b\n")
  }

  @Test(arguments: [
    ("1\t2", "a row without an end"), ("", "a row without an end"),
    ("a\nb\n", "two rows where one was due"),
    ("\\", "a row that ends in a backslash"), ("a\\N\n", "a NULL with letters around it"),
    ("\\Na\n", "a NULL with letters around it"), ("\\x41\n", "a backslash before the byte 120"),
  ])
  func `a malformed row is refused`(_ text: String, _ what: String) {
    #expect(throws: SharingError.notUnderstood(what: what)) { try CopyText.row(Array(text.utf8)) }
  }
}

import AppExchange
import Foundation
import NoteExchange
import SeededRandom
import Testing

@Suite struct MessageTests {
  private func note(_ content: Data) -> NoteContent {
    NoteContent(kind: .camera, name: "n", created: 0, content: content)
  }

  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `files are encoded in base64`(text: String, base64: String) throws {
    let note = note(Data(text.utf8))
    let json = try MessageCoding.encode(note)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"content":"\#(base64)","created":0,"kind":"camera","name":"n","tags":[]}"#)
    #expect(try MessageCoding.decode(NoteContent.self, from: json) == note)
  }

  @Test func `a million bytes become 1,333,336 characters of JSON`() throws {
    let empty = try MessageCoding.encode(note(Data())).count
    let full = note(Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
    let json = try MessageCoding.encode(full)
    #expect(json.count - empty == 1_333_336)
    #expect(try MessageCoding.decode(NoteContent.self, from: json) == full)
  }

  @Test func `all characters survive in JSON, and those that must be are escaped`() throws {
    var text = "\"\\/åäöÅÄÖßß日本語🗒️e\u{301}"
    for code in UInt8(0)...0x1F { text.unicodeScalars.append(Unicode.Scalar(code)) }
    let note = NoteContent(kind: .text, name: "n", created: 0, body: text)
    let json = try MessageCoding.encode(note)
    // RFC 8259, section 7: these may not stand in a string as they are.
    #expect(json.allSatisfy { $0 >= 0x20 })
    #expect(String(decoding: json, as: UTF8.self).contains(#""body":"\"\\/åäö"#))
    let read = try MessageCoding.decode(NoteContent.self, from: json)
    #expect(read.body.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    let foreign = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(foreign["body"] as? String == text)
  }

  @Test(arguments: [
    "", "0123456789abcdef0123456789abcde", "0123456789ABCDEF0123456789ABCDEF",
    "0123456789abcdef0123456789abcdef0", "+123456789abcdef0123456789abcdef",
  ])
  func `an id that is not 32 lower-case digits is refused`(text: String) {
    #expect(NoteID(text) == nil)
    #expect(throws: DecodingError.self) {
      try MessageCoding.decode([NoteID].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test func `an id is encoded as its digits`() throws {
    let id = try #require(NoteID("0000000000000001fedcba9876543210"))
    #expect(id.text == "0000000000000001fedcba9876543210")
    #expect(try MessageCoding.encode([id]) == Data("[\"\(id.text)\"]".utf8))
    var random = SplitMix64(seed: 1)
    let made = NoteID(random: &random)
    #expect(NoteID(made.text) == made && NoteID.random() != NoteID.random())
  }

  @Test(arguments: [
    (NoteContent(kind: .text, name: "", created: 0, body: ""), NoteFault.nameBlank),
    (NoteContent(kind: .text, name: " x", created: 0, body: ""), .nameBlank),
    (
      NoteContent(kind: .text, name: String(repeating: "é", count: 251), created: 0, body: ""),
      .nameTooLong(bytes: 502)
    ),
    (NoteContent(kind: .text, name: "a\tb", created: 0, body: ""), .hasControl(codePoint: 9)),
    (NoteContent(kind: .text, name: "n", created: 0, tags: [""], body: ""), .tagBlank),
    (
      NoteContent(
        kind: .text, name: "n", created: 0, tags: [String(repeating: "t", count: 101)], body: ""),
      .tagTooLong(bytes: 101)
    ),
    (
      NoteContent(kind: .text, name: "n", created: 0, tags: ["Ida", "ida"], body: ""),
      .tagTwice("ida")
    ),
    (
      NoteContent(kind: .text, name: "n", created: 0, tags: (0..<51).map { "\($0)" }, body: ""),
      .tooManyTags(51)
    ),
    (
      NoteContent(
        kind: .text, name: "n", created: 0, body: String(repeating: "x", count: 1_048_577)),
      .bodyTooLong(bytes: 1_048_577)
    ),
    (
      NoteContent(kind: .audio, name: "n", created: 0, content: Data(count: 16_777_217)),
      .contentTooLarge(bytes: 16_777_217)
    ),
    (NoteContent(kind: .text, name: "n", created: 0), .partsWrong(.text)),
    (NoteContent(kind: .audio, name: "n", created: 0, body: ""), .partsWrong(.audio)),
    (NoteContent(kind: .text, name: "n", created: -1, body: ""), .createdNotAllowed(-1)),
  ])
  func `an invalid note is refused for its first fault`(note: NoteContent, fault: NoteFault) {
    #expect(throws: fault) { try note.check() }
  }

  @Test func `a note at the limits is allowed`() throws {
    try NoteContent(
      kind: .text, name: String(repeating: "é", count: 250), created: 253_402_300_799_999,
      tags: (0..<50).map { "\($0)" }, body: String(repeating: "x", count: 1_048_576)
    ).check()
    try note(Data(count: 16_777_216)).check()
  }
}

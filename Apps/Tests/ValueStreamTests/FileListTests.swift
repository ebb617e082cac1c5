import AppStorage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct FileListTests {
  let library: MapLibrary

  init() throws {
    library = try ScratchFolder().library()
  }

  @Test func `files are listed in the order of the date saved, the latest first`() throws {
    var first = try library.saveAs(try map("a"), named: "first")
    _ = try library.saveAs(try map("a", "b"), named: "second")
    _ = try library.saveAs(StreamMap(), named: "third")
    #expect(try library.files().map(\.fileName) == ["third", "second", "first"])
    try library.save(try map("c"), in: &first)
    #expect(try library.files().map(\.fileName) == ["first", "third", "second"])
    #expect(try library.files().map(\.stickerCount) == [1, 0, 2])
    #expect(try library.files(limit: 2).map(\.fileName) == ["first", "third"])
    #expect(try library.files(limit: 0).isEmpty)
    try library.delete("third")
    try library.rename("second", to: "2nd")
    #expect(try library.files().map(\.fileName) == ["first", "2nd"])
    try library.store.check()
  }

  @Test func `files stay in order when saved in one millisecond or with the clock set back`() throws
  {
    let folder = try ScratchFolder()
    func library(at milliseconds: Int64) throws -> MapLibrary {
      try MapLibrary(path: folder.store, durability: .appCrash) {
        Timestamp(milliseconds: milliseconds)
      }
    }
    var a = try library(at: 5_000).saveAs(StreamMap(), named: "a")
    _ = try library(at: 5_000).saveAs(StreamMap(), named: "b")
    _ = try library(at: 4_000).saveAs(StreamMap(), named: "set back")
    _ = try library(at: -1).saveAs(StreamMap(), named: "before 1970")
    _ = try library(at: .max).saveAs(StreamMap(), named: "after 2248")
    _ = try library(at: .max).saveAs(StreamMap(), named: "after 2248 too")
    #expect(
      try library(at: 0).files().map(\.fileName)
        == ["after 2248 too", "after 2248", "b", "a", "set back", "before 1970"])
    try library(at: 5_000).save(try map("x"), in: &a)
    #expect(
      try library(at: 0).files(limit: 3).map(\.fileName) == ["after 2248 too", "after 2248", "a"])
  }

  @Test func `the file list and the searches use their indices and do not sort`() throws {
    func plan(_ sql: String) throws -> [String] {
      try library.store.plan(of: sql)
    }
    #expect(
      try plan("SELECT \(FileRow.columns) FROM file ORDER BY saved DESC LIMIT ?") == ["SCAN file"])
    // FTS5's 64 and 128 are its rows in descending order.
    #expect(
      try plan(SearchTable.files.latestFirst(MapLibrary.fileQuery)) == [
        "SCAN fileSearch VIRTUAL TABLE INDEX 192:M1",
        "SEARCH file USING INTEGER PRIMARY KEY (rowid=?)",
      ])
    #expect(
      try plan(SearchTable.stickers.latestFirst(MapLibrary.stickerQuery)) == [
        "SCAN stickerSearch VIRTUAL TABLE INDEX 192:M1",
        "SEARCH sticker USING INDEX sticker_by_writing (written=?)",
      ])
  }

  @Test func `file names are trimmed, composed and unique`() throws {
    let saved = try library.saveAs(StreamMap(), named: "  Pru\u{308}fung ")
    #expect(Array(saved.fileName.unicodeScalars) == Array("Pr\u{FC}fung".unicodeScalars))
    #expect(
      refusal { () throws(LibraryError) in try library.saveAs(StreamMap(), named: "Pr\u{FC}fung") }
        == "There is a file \"Prüfung\" already.")
    _ = try library.saveAs(StreamMap(), named: "prufung")
    #expect(try library.open("Pru\u{308}fung ").fileName == "Prüfung")
    #expect(
      refusal { () throws(LibraryError) in try library.rename("prufung", to: "Prüfung") }
        == "There is a file \"Prüfung\" already.")
    #expect(
      refusal { () throws(LibraryError) in try library.rename("nobody", to: "Prüfung") }
        == "There is no file \"nobody\".")
    #expect(
      refusal { () throws(LibraryError) in try library.rename("prufung", to: "prufung") } == "")
    #expect(
      refusal { () throws(LibraryError) in try library.delete("nobody") }
        == "There is no file \"nobody\".")
    #expect(try library.files().map(\.fileName) == ["prufung", "Prüfung"])
  }

  @Test(arguments: [0xFEFF, 0x2060, 0xAD, 0x3164, 0x200B, 0x115F, 0xFE0F, 0xE0061, 0x2800, 0xFFF9])
  func `a file name without any visible character is refused`(codePoint: UInt32) throws {
    let invisible = String(try #require(Unicode.Scalar(codePoint)))
    for name in [invisible, " \(invisible)\u{3000}\(invisible)"] {
      #expect(throws: LibraryError.self) { try library.saveAs(StreamMap(), named: name) }
    }
    // Beside what can be seen it may have a meaning: in emoji, in Indic scripts.
    _ = try library.saveAs(StreamMap(), named: "a\(invisible)")
  }

  @Test(arguments: [0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069])
  func `a file name that changes the writing direction is refused`(codePoint: UInt32) throws {
    let control = String(try #require(Unicode.Scalar(codePoint)))
    for name in [control, "report \(control)fdp.exe"] {
      #expect(throws: LibraryError.nameHasDirectionControl(name: name, codePoint: codePoint)) {
        try library.saveAs(StreamMap(), named: name)
      }
    }
  }

  @Test func `names in right-to-left scripts and emoji are allowed`() throws {
    for name in ["תהליך", "عملية", "👩‍👩‍👧", "क्‍ष", "a/b", ".."] {
      #expect(try library.saveAs(StreamMap(), named: name).fileName == name)
    }
  }

  @Test func `file names that are empty, too long or hold control characters are refused`() throws {
    func refused(_ name: String) -> String {
      refusal { () throws(LibraryError) in try library.saveAs(StreamMap(), named: name) }
    }
    #expect(refused("") == "A file needs a name.")
    #expect(refused(" \u{A0}\u{3000} ") == "A file needs a name.")
    #expect(
      refused("two\nlines")
        == "The file name \"two\u{FFFD}lines\" holds the control character U+000A: a name is one line "
        + "of text.")
    #expect(refused("nul\0").contains("U+0000"))
    #expect(refused("line\u{2028}break").contains("U+2028"))
    #expect(
      refused("\u{FEFF}\u{AD}")
        == "The file name holds no visible character, only U+FEFF, U+00AD.")
    #expect(
      refused("a\u{202E}b")
        == "The file name \"a\u{FFFD}b\" holds U+202E, which changes the direction of writing: a "
        + "name does without.")
    #expect(
      refused(String(repeating: "é", count: 128))
        == "The file name has 256 bytes; a name holds 255.")
    #expect(refused(String(repeating: "é", count: 127) + "e") == "")
    #expect(refused("'; DROP TABLE file; -- \"%_*") == "")
    #expect(try library.files().count == 2)
  }
}

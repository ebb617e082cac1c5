import AppStorage
import GRDB
import TestSupport
import Testing

@testable import ValueStream

/// Whatever numbers a damaged store holds, the program goes on and says what is wrong.
@Suite struct DamagedStoreTests {
  private let folder: ScratchFolder
  private let library: MapLibrary

  init() throws {
    folder = try ScratchFolder()
    library = try folder.library()
  }

  private func damaged(_ reason: String) -> String {
    "Cannot use the library \(library.path): the file is damaged or no database (\(reason))."
  }

  @Test(arguments: [
    ("rank", Int64.max, "place on a time line"), ("rank", 1 << 62, "place on a time line"),
    ("rank", .min, "place on a time line"), ("rank", -(1 << 62) - 1, "place on a time line"),
    ("written", .max, "row of the search"), ("written", 0, "row of the search"),
    ("seconds", .max, ""), ("seconds", .min, ""),
  ])
  func `a sticker with an impossible value makes its file damaged`(
    column: String, value: Int64, what: String
  ) throws {
    _ = try library.saveAs(try map("a", "b"), named: "hurt")
    let change = "UPDATE sticker SET \(column) = \(value) WHERE number = 2"
    #expect(throws: DatabaseError.self) { try library.store.execute(change) }
    try library.store.damage(change)
    let reason =
      what.isEmpty ? "\(value) seconds are no time of a step" : "\(value) is no \(what)"
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged at sticker 2: \(reason).")
  }

  @Test(arguments: [Int64.min, 0, 1 << 62, .max])
  func `a sticker with an impossible number makes its file damaged`(number: Int64) throws {
    _ = try library.saveAs(try map("a", "b"), named: "hurt")
    let change = "UPDATE sticker SET number = \(number) WHERE number = 2"
    #expect(throws: DatabaseError.self) { try library.store.execute(change) }
    try library.store.damage(change)
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged at sticker \(number): \(number) is no number of a sticker."
    )
  }

  @Test(arguments: [
    ("leadTime", 61, "it says it takes 61 seconds, but its stickers take 60"),
    ("leadTime", .max, "9223372036854775807 is no lead time"),
    ("leadTime", -1, "-1 is no lead time"),
    ("stickerCount", .min, "-9223372036854775808 is no count of stickers"),
    ("stickerCount", .max, "9223372036854775807 is no count of stickers"),
    ("revision", .max, "9223372036854775807 is no revision"), ("revision", 0, "0 is no revision"),
  ])
  func `impossible values in a file's own row are reported as damage`(
    column: String, value: Int64, reason: String
  ) throws {
    var map = try map("a")
    try map.change(at: 0) { sticker throws(MapError) in sticker.minutes = try Minutes(1) }
    _ = try library.saveAs(map, named: "hurt")
    try library.store.damage("UPDATE file SET \(column) = \(value)")
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged: \(reason).")
    // Such a file is listed, and can go.
    #expect(try library.files().map(\.fileName) == ["hurt"])
    try library.delete("hurt")
  }

  @Test(arguments: [Int64.min, .max])
  func `a file may have any date`(date: Int64) throws {
    var file = try library.saveAs(try map("a"), named: "dated")
    try library.store.execute("UPDATE file SET dateCreated = \(date), dateUpdated = \(date)")
    #expect(try library.open("dated").dateUpdated.milliseconds == date)
    try folder.library().save(try map("b"), in: &file)
    try library.store.execute("UPDATE file SET dateUpdated = \(date), revision = 9")
    #expect(throws: LibraryError.self) { try library.save(try map("c"), in: &file) }
  }

  @Test(arguments: [Int64.max, .min])
  func `saving next to a rank damaged since the file was opened is refused`(rank: Int64)
    throws
  {
    var file = try library.saveAs(try map("a", "b"), named: "hurt")
    try library.store.damage("UPDATE sticker SET rank = \(rank) WHERE number = 2")
    for position in [1, 2] {
      var edited = file.map
      try edited.insert(at: position)
      if rank == .min && position == 1 { continue }
      let reason = "\(rank) is no place on a time line."
      let text = refusal { () throws(LibraryError) in try library.save(edited, in: &file) }
      #expect(text.hasPrefix("The file \"hurt\" is damaged") && text.hasSuffix(reason))
    }
  }

  @Test(arguments: [Int64.max, 1 << 62, -1])
  func `a store without free rows for the search refuses further texts`(row: Int64) throws {
    _ = try library.saveAs(try map("a"), named: "hurt")
    var file = try library.saveAs(StreamMap(), named: "well")
    try library.store.damage(
      "UPDATE sticker SET written = \(row); UPDATE stickerSearch SET rowid = \(row)")
    let reason = damaged("\(row) is no row of the search")
    let edited = try map("b")
    #expect(refusal { () throws(LibraryError) in try library.save(edited, in: &file) } == reason)
    #expect(
      refusal { () throws(LibraryError) in try library.saveAs(edited, named: "new") } == reason)
    // Without the file at fault the store is good again.
    try library.delete("hurt")
    try library.save(edited, in: &file)
    #expect(try library.open("well").map.texts == ["b"])
  }

  @Test func `a store whose search holds a text of no sticker is damaged`() throws {
    _ = try library.saveAs(try map("a"), named: "hurt")
    try library.store.execute("DELETE FROM sticker")
    let edited = try map("b")
    #expect(
      refusal { () throws(LibraryError) in try library.saveAs(edited, named: "new") }
        == damaged("constraint failed"))
  }

  @Test func `a store without a valid last revision refuses to save`() throws {
    var file = try library.saveAs(try map("a"), named: "kept")
    let edited = try map("b")
    for revision in [Int64.min, -1, (1 << 62) - 1, .max] {
      try library.store.damage("UPDATE library SET lastRevision = \(revision)")
      #expect(
        refusal { () throws(LibraryError) in try library.save(edited, in: &file) }
          == damaged("\(revision) is no revision"))
    }
    try library.store.execute("DELETE FROM library")
    let missing = damaged("the last revision is missing")
    #expect(
      refusal { () throws(LibraryError) in try library.save(StreamMap(), in: &file) } == missing)
    #expect(
      refusal { () throws(LibraryError) in try library.saveAs(StreamMap(), named: "new") }
        == missing)
    #expect(
      refusal { () throws(LibraryError) in try MapLibrary(path: library.path) }
        == damaged("its identity is missing"))
    #expect(try library.open("kept").map.texts == ["a"])
  }

  @Test(arguments: [
    "DROP TABLE library", "DROP TABLE file", "DROP TABLE sticker", "DROP TABLE fileSearch",
    "DROP TABLE stickerSearch", "DROP TABLE stickerSearch_data",
    "DROP INDEX sticker_by_writing", "ALTER TABLE file DROP COLUMN leadTime",
    "ALTER TABLE sticker DROP COLUMN text", "ALTER TABLE library DROP COLUMN lastRevision",
  ])
  func `a store that lacks a part is damaged`(change: String) throws {
    _ = try library.saveAs(try map("a"), named: "kept")
    try library.store.damage(change)
    let edited = try map("b")
    let texts = [
      refusal { () throws(LibraryError) in try library.saveAs(edited, named: "new") },
      refusal { () throws(LibraryError) in
        try MapLibrary(path: library.path).saveAs(edited, named: "new")
      },
    ]
    for text in texts { #expect(text.hasPrefix(damaged("").dropLast(3)), "\(text)") }
  }
}

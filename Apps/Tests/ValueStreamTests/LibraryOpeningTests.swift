import AppStorage
import GRDB
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import ValueStream

@Suite struct LibraryOpeningTests {
  let folder: ScratchFolder
  var path: String { folder.store }

  init() throws {
    folder = try ScratchFolder()
  }

  private func refusalToOpen(_ path: String) -> String {
    refusal { () throws(LibraryError) in try MapLibrary(path: path) }
  }

  @Test func `write-ahead logging, foreign keys and syncing to disk are on`() throws {
    func settings(_ library: MapLibrary) throws -> [String?] {
      try library.store.queue.writeWithoutTransaction { database in
        try ["journal_mode", "foreign_keys", "synchronous", "application_id"].map {
          try String.fetchOne(database, sql: "PRAGMA \($0)")
        }
      }
    }
    #expect(try settings(MapLibrary(path: path)) == ["wal", "1", "2", "1448299852"])
    #expect(
      try settings(MapLibrary(path: path, durability: .appCrash))
        == ["wal", "1", "1", "1448299852"])
  }

  @Test func `a store of a newer version is refused and left alone`() throws {
    let library = try folder.library()
    try library.store.execute("INSERT INTO grdb_migrations VALUES ('7 holograms')")
    try library.close()
    let before = bytes(of: path)
    #expect(
      refusalToOpen(path)
        == "Cannot open the library \(path): a newer version of the app has changed it "
        + "(7 holograms).")
    #expect(bytes(of: path) == before)
  }

  @Test func `a database of another application is refused and left alone`() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE note(text TEXT)") }
    try queue.close()
    let before = bytes(of: path)
    #expect(
      refusalToOpen(path)
        == "Cannot open the library \(path): it is a database of another application.")
    #expect(bytes(of: path) == before)
  }

  @Test func `a file that is no database is refused`() throws {
    write(Array("This is a shopping list, and no database at all. ".utf8), to: path)
    #expect(
      refusalToOpen(path)
        == "Cannot use the library \(path): the file is damaged or no database "
        + "(file is not a database).")
  }

  @Test func `a truncated or garbled store is reported as damaged`() throws {
    let library = try folder.library()
    try LibraryFixture(files: 50, stickersPerFile: 10, seed: 1).fill(library)
    try library.close()
    let whole = bytes(of: path)
    func damage(_ change: (inout [UInt8]) -> Void) -> String {
      var pages = whole
      change(&pages)
      write(pages, to: path)
      return refusal { () throws(LibraryError) in
        let library = try MapLibrary(path: path)
        for file in try library.files() { _ = try library.open(file.fileName) }
        return try library.searchStickers("a")
      }
    }
    let noise = damage { for index in 4096..<$0.count { $0[index] = 0xA5 } }
    #expect(
      noise == "Cannot use the library \(path): the file is damaged or no database "
        + "(database disk image is malformed).")
    #expect(
      damage { $0.removeLast($0.count / 2) }
        .hasPrefix("Cannot use the library \(path): the file is damaged or no database ("))
  }

  @Test func `a missing folder, and a path that is a folder, are named`() throws {
    let missing = folder.file("nowhere/maps.sqlite")
    #expect(
      refusalToOpen(missing)
        == "Cannot open the library \(missing): there is no folder \(folder.path)/nowhere.")
    #expect(
      refusalToOpen(folder.path.string)
        == "Cannot open the library \(folder.path): unable to open database file.")
  }

  @Test
  func `a store that another program keeps locked is reported as locked, and can still be read`()
    throws
  {
    let library = MapLibrary(
      store: try LibraryStore(path: path, durability: .appCrash, busySeconds: 0.01),
      clock: SecondsClock().tick)
    let other = try folder.library()
    try other.store.write { _ in
      #expect(
        refusal { () throws(LibraryError) in try library.saveAs(StreamMap(), named: "blocked") }
          == "Cannot use the library \(path): another program keeps it locked.")
      // Reading goes on.
      let files = try library.files()
      #expect(files.isEmpty)
    }
    _ = try library.saveAs(StreamMap(), named: "blocked")
  }

  @Test func `calls on a closed library fail`() throws {
    let library = try folder.library()
    try library.close()
    #expect(
      refusal { () throws(LibraryError) in try library.files() }
        == "Cannot use the library \(path): Connection is closed.")
  }

  @Test func `a save that finds no space is refused, and the store stays as it was`() throws {
    let library = try folder.library()
    var file = try library.saveAs(try map("small"), named: "fits")
    let pages = try library.store.number("PRAGMA page_count")
    try library.store.execute("PRAGMA max_page_count = \(pages + 2)")
    let large = try MapFixture(stickers: 2_000, seed: 1).map()
    let full = "Cannot write the library \(path): there is no space left."
    #expect(refusal { () throws(LibraryError) in try library.saveAs(large, named: "new") } == full)
    #expect(refusal { () throws(LibraryError) in try library.save(large, in: &file) } == full)
    #expect(try library.files().map(\.fileName) == ["fits"])
    #expect(try library.open("fits").map.texts == ["small"])
    try library.store.check()
    // The file is still good for a save once there is room.
    try library.store.execute("PRAGMA max_page_count = 100000")
    try library.save(large, in: &file)
    #expect(try library.open("fits").map.stickers == large.stickers)
  }

  @Test func `saving to a read-only store reports that it is read-only`() throws {
    let library = try folder.library()
    try library.store.execute("PRAGMA query_only = 1")
    #expect(
      refusal { () throws(LibraryError) in try library.saveAs(StreamMap(), named: "new") }
        == "Cannot write the library \(path): the file, its folder or its volume is read-only.")
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `a full volume and a read-only volume are reported as such`() throws {
    let volume = try MountedVolume(size: "600k")
    let folder = volume.folder
    let path = folder.store
    let library = try folder.library()
    var file = try library.saveAs(try map("small"), named: "fits")
    let large = try MapFixture(stickers: 8_000, seed: 1).map()
    let full = "Cannot write the library \(path): there is no space left."
    #expect(refusal { () throws(LibraryError) in try library.saveAs(large, named: "new") } == full)
    #expect(refusal { () throws(LibraryError) in try library.save(large, in: &file) } == full)
    #expect(try library.open("fits").map.texts == ["small"])
    try library.close()

    try volume.makeReadOnly()
    func words(_ path: String) -> String {
      "Cannot write the library \(path): the file, its folder or its volume is read-only."
    }
    let new = folder.file("new.sqlite")
    #expect(refusalToOpen(new) == words(new))
    // What is there can be read.
    let reader = try folder.library()
    #expect(try reader.open("fits").map.texts == ["small"])
    #expect(try reader.search("f").map(\.fileName) == ["fits"])
    #expect(
      refusal { () throws(LibraryError) in try reader.saveAs(StreamMap(), named: "new") }
        == words(path))
    // Until here it stays mounted.
    withExtendedLifetime(volume) {}
  }

  @Test func `invalid values damage only the file that holds them, not the others`() throws {
    let library = try folder.library()
    _ = try library.saveAs(try map("a", "b"), named: "hurt")
    _ = try library.saveAs(try map("c"), named: "well")
    for (column, value, reason) in [
      ("classification", "'magic'", "magic is no classification"),
      ("seconds", "-5", "-5 seconds are no time of a step"),
      (
        "background", "'plaid'",
        "There is no colour \"plaid\": the list has yellow, white, blue, pink, grey, violet"
      ),
      ("fontFamily", "'Comic'", "There is no font \"Comic\": the list has Sans, Serif, Monospace"),
      ("fontSize", "13", "There is no font size 13: the list has 8, 10, 12, 14, 18, 24"),
    ] {
      let change = "UPDATE sticker SET \(column) = \(value) WHERE fileID = 1 AND number = 2"
      #expect(throws: DatabaseError.self) { try library.store.execute(change) }
      try library.store.execute(
        """
        CREATE TEMP TABLE good AS SELECT * FROM sticker;
        PRAGMA ignore_check_constraints = 1; \(change); PRAGMA ignore_check_constraints = 0
        """)
      #expect(
        refusal { () throws(LibraryError) in try library.open("hurt") }
          == "The file \"hurt\" is damaged at sticker 2: \(reason).")
      try library.store.execute(
        "DELETE FROM sticker; INSERT INTO sticker SELECT * FROM good; DROP TABLE good")
    }
    try library.store.execute("DELETE FROM sticker WHERE fileID = 1 AND number = 2")
    #expect(
      refusal { () throws(LibraryError) in try library.open("hurt") }
        == "The file \"hurt\" is damaged: it says it has 2 stickers, but has 1.")
    #expect(try library.open("well").map.texts == ["c"])
  }

  @Test
  func
    `several libraries can open a missing store at once: one that is refused as busy works when it tries again`()
    async throws
  {
    let path = path
    await withTaskGroup(of: String.self) { group in
      for number in 0..<6 {
        group.addTask {
          var text = ""
          // SQLite refuses at once, and waits for nobody, if two connections turn write-ahead logging on.
          for _ in 0..<20 {
            text = refusal { () throws(LibraryError) in
              try MapLibrary(path: path).saveAs(StreamMap(), named: "map \(number)")
            }
            if !text.hasSuffix("another program keeps it locked.") { break }
          }
          return text
        }
      }
      for await text in group { #expect(text == "") }
    }
    #expect(try MapLibrary(path: path).files().count == 6)
  }
}

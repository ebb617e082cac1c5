import AppStorage
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct StoreTests {
  private let folder: ScratchFolder
  private var path: String { folder.store }

  init() throws {
    folder = try ScratchFolder()
  }

  private func refusalToOpen(_ path: String) -> String {
    refusal { () throws(AccountingError) in try AccountBook(path: path) }
  }

  private func damaged(_ reason: String) -> String {
    "Cannot use the account book \(path): the file is damaged or no database (\(reason))."
  }

  @Test func `syncing to disk is on unless a weaker durability is chosen`() throws {
    func settings(_ book: AccountBook) throws -> [String?] {
      try ["journal_mode", "foreign_keys", "synchronous", "application_id"].map {
        try book.store.text("PRAGMA \($0)")
      }
    }
    #expect(try settings(AccountBook(path: path)) == ["wal", "1", "2", "1128813124"])
    #expect(try settings(folder.book()) == ["wal", "1", "1", "1128813124"])
  }

  @Test func `stores that are newer, foreign or no database are refused and left alone`() throws {
    let book = try folder.book()
    try book.store.execute("INSERT INTO grdb_migrations VALUES ('7 robots')")
    try book.close()
    let newer = bytes(of: path)
    #expect(
      refusalToOpen(path)
        == "Cannot open the account book \(path): a newer version of the app has changed it "
        + "(7 robots).")
    #expect(bytes(of: path) == newer)

    let foreign = folder.file("notes.sqlite")
    let queue = try DatabaseQueue(path: foreign)
    try queue.write { try $0.execute(sql: "CREATE TABLE note(text TEXT)") }
    try queue.close()
    let before = bytes(of: foreign)
    #expect(
      refusalToOpen(foreign)
        == "Cannot open the account book \(foreign): it is a database of another application.")
    #expect(bytes(of: foreign) == before)

    write(Array("This is a shopping list, and no database at all. ".utf8), to: path)
    #expect(refusalToOpen(path) == damaged("file is not a database"))
  }

  @Test func `a missing folder, and a path that is a folder, are named`() {
    let missing = folder.file("nowhere/accounts.sqlite")
    #expect(
      refusalToOpen(missing)
        == "Cannot open the account book \(missing): there is no folder \(folder.path)/nowhere.")
    #expect(
      refusalToOpen(folder.path.string)
        == "Cannot open the account book \(folder.path): unable to open database file.")
  }

  @Test func `a garbled store is reported as damaged`() throws {
    let book = try folder.constructedBook()
    try book.close()
    var pages = bytes(of: path)
    for index in 4096..<pages.count { pages[index] = 0xA5 }
    write(pages, to: path)
    let text = refusal { () throws(AccountingError) in
      try AccountBook(path: path).projects.account(of: ProjectID(1))
    }
    #expect(text == damaged("database disk image is malformed"))
  }

  @Test(arguments: [
    ("activity", "unit = 'km'", "km is no unit of activity 101"),
    (
      "activity", "quantity = 9223372036854775807",
      "9223372036854775807 hundredths are no quantity of activity 101"
    ),
    ("activity", "quantity = 0", "0 hundredths are no quantity of activity 101"),
    (
      "activity", "price = -9223372036854775808",
      "-9223372036854775808 øre are no price of activity 101"
    ),
    ("activity", "pos = 0", "0 is no position"),
    ("project", "firstRoofer = ''", "project 1 has no team"),
  ])
  func `impossible numbers in the store are refused as damage`(
    table: String, change: String, reason: String
  ) throws {
    let book = try folder.constructedBook()
    let sql = "UPDATE \(table) SET \(change)" + (table == "activity" ? " WHERE pos = 101" : "")
    #expect(throws: DatabaseError.self) { try book.store.execute(sql) }
    try book.store.damage(sql)
    #expect(
      refusal { () throws(AccountingError) in try book.account() } == damaged(reason))
  }

  @Test(arguments: [
    "DROP TABLE entry", "DROP TABLE entrySearch", "DROP TABLE activity", "DROP TABLE photo",
    "DROP INDEX photo_by_project", "ALTER TABLE activity DROP COLUMN type",
  ])
  func `a store that lacks a part is damaged`(change: String) throws {
    let book = try folder.constructedBook()
    try book.store.damage(change)
    let texts = [
      refusal { () throws(AccountingError) in try book.dictionary.search("felt") },
      refusal { () throws(AccountingError) in try book.addActivity(101, quantity: "1") },
      refusal { () throws(AccountingError) in try book.photos.all(of: ProjectID(1)) },
      refusal { () throws(AccountingError) in try book.account() },
    ]
    #expect(texts.contains { $0.hasPrefix(damaged("").dropLast(3)) }, "\(texts)")
  }

  @Test func `a store locked by another program is reported as locked, and can be read`() throws {
    let book = AccountBook(
      store: try AccountStore(path: path, durability: .appCrash, busySeconds: 0.01),
      clock: Clock().tick)
    let other = try folder.book()
    try other.store.write { _ in
      #expect(
        refusal { () throws(AccountingError) in
          try book.addProject(named: "A", employer: "B", team: Team(["C"]))
        } == "Cannot use the account book \(path): another program keeps it locked.")
      // Reading goes on.
      let projects = try book.projects.all()
      #expect(projects.isEmpty)
    }
    try book.close()
    #expect(
      refusal { () throws(AccountingError) in try book.projects.all() }
        == "Cannot use the account book \(path): Connection is closed.")
  }

  @Test func `a change that finds no space is refused, and the store stays as it was`() throws {
    let book = try folder.constructedBook()
    let account = try book.account()
    let list = try AccountBookFixture(entries: 2_000, seed: 1).list
    let pages = try #require(try book.store.text("PRAGMA page_count"))
    try book.store.execute("PRAGMA max_page_count = \(pages)")
    let full = "Cannot write the account book \(path): there is no space left."
    #expect(refusal { () throws(AccountingError) in try book.importDictionary(list) } == full)
    let photo = try AccountBookFixture.photo(width: 1_600, height: 1_200)
    #expect(refusal { () throws(AccountingError) in try book.addPhoto(png: photo) } == full)
    #expect(try book.account() == account)
    #expect(try book.dictionary.search("felt").map(\.pos.number) == [101, 102])
    #expect(try book.store.text("PRAGMA integrity_check") == "ok")
    try book.store.execute("PRAGMA max_page_count = 100000")
    try book.importDictionary(list)
    #expect(try book.dictionary.count() == 2_000)
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `a full volume and a read-only volume are reported as such`() throws {
    let volume = try MountedVolume(size: "600k")
    let folder = volume.folder
    let book = try folder.constructedBook()
    let account = try book.account()
    let list = try AccountBookFixture(entries: 10_000, seed: 1).list
    #expect(
      refusal { () throws(AccountingError) in try book.importDictionary(list) }
        == "Cannot write the account book \(folder.store): there is no space left.")
    #expect(try book.account() == account)
    try book.close()
    try volume.makeReadOnly()
    let readOnly = "the file, its folder or its volume is read-only."
    let new = folder.file("new.sqlite")
    #expect(refusalToOpen(new) == "Cannot write the account book \(new): \(readOnly)")
    // What is there can be read.
    let reader = try folder.book()
    try reader.select(ProjectID(1))
    #expect(try reader.account() == account)
    #expect(
      refusal { () throws(AccountingError) in try reader.setQuantity(of: 101, to: "1") }
        == "Cannot write the account book \(folder.store): \(readOnly)")
    // Until here it stays mounted.
    withExtendedLifetime(volume) {}
  }

  @Test func `no statement sorts or scans more than it needs`() throws {
    let book = try folder.constructedBook()
    func plan(_ sql: String) throws -> [String] {
      try book.store.queue.writeWithoutTransaction { database in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "'x'")
        ).map { $0["detail"] }
      }
    }
    #expect(
      try plan(ActivityDictionary.query) == [
        "SCAN entrySearch VIRTUAL TABLE INDEX 64:M1",
        "SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)",
      ])
    #expect(try plan(EntryRow.look) == ["SEARCH entry USING INTEGER PRIMARY KEY (rowid=?)"])
    #expect(
      try plan("SELECT pos FROM activity WHERE projectID = ? ORDER BY pos")
        == ["SEARCH activity USING PRIMARY KEY (projectID=?)"])
  }
}

import GRDB
import TestSupport
import Testing

@testable import AppStorage

@Suite struct StorageFileTests {
  private let folder: ScratchFolder
  private var path: String { folder.file("notes.sqlite") }

  init() throws {
    folder = try ScratchFolder()
  }

  private func file(_ migrations: [String] = ["1"], applicationID: Int64 = 7) -> StorageFile {
    var migrator = DatabaseMigrator()
    for name in migrations {
      migrator.registerMigration(name) { database in
        try database.execute(
          sql: """
            PRAGMA application_id = \(applicationID);
            CREATE TABLE note\(name)(number INTEGER, text TEXT, bytes BLOB) STRICT
            """)
      }
    }
    return StorageFile(
      path: path, label: "notes", applicationID: applicationID, cacheKibibytes: 64,
      migrator: migrator)
  }

  private func refusal(_ file: StorageFile) -> StorageFailure? {
    do {
      try file.open(.appCrash).close()
      return nil
    } catch {
      return StorageFailure(error)
    }
  }

  @Test func `connections have the documented settings`() throws {
    let queue = try file().open(.powerLoss)
    let settings = try queue.writeWithoutTransaction { database in
      try ["journal_mode", "foreign_keys", "synchronous", "cache_size", "application_id"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "1", "2", "-64", "7"])
  }

  @Test func `a file of a later version is opened only by that version`() throws {
    #expect(refusal(file()) == nil)
    #expect(refusal(file(["1", "2"])) == nil)
    let before = bytes(of: path)
    #expect(refusal(file()) == .newer(unknown: ["2"]))
    #expect(bytes(of: path) == before)
  }

  @Test func `a file with another application's id is refused as foreign`() throws {
    #expect(refusal(file(applicationID: 8)) == nil)
    let before = bytes(of: path)
    #expect(refusal(file()) == .foreign)
    #expect(bytes(of: path) == before)
  }

  @Test func `a transaction whose body throws changes nothing`() throws {
    let queue = try file().open(.appCrash)
    func add(_ database: Database) throws {
      try database.execute(sql: "INSERT INTO note1 VALUES (1, '', x'')")
    }
    #expect(throws: CancellationError.self) {
      try queue.writeWithoutTransaction { database in
        try StorageTransaction.write.run(in: database) {
          try add($0)
          throw CancellationError()
        }
      }
    }
    func count() throws -> Int? {
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note1") }
    }
    #expect(try count() == 0)
    try queue.writeWithoutTransaction { try StorageTransaction.write.run(in: $0, add) }
    #expect(try count() == 1)
  }

  @Test func `a settled file holds all data, and its log is empty`() throws {
    let queue = try file().open(.appCrash)
    try queue.write { try $0.execute(sql: "INSERT INTO note1 VALUES (1, 'kept', x'')") }
    #expect(!bytes(of: path + "-wal").isEmpty)
    try queue.settle()
    #expect(bytes(of: path + "-wal").isEmpty)
    #expect(String(decoding: bytes(of: path), as: UTF8.self).contains("kept"))
  }
}

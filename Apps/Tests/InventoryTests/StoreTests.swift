import AppStorage
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Inventory

@Suite("Store")
struct StoreTests {
  private func refusalToOpen(_ path: String) -> String {
    refusal { () throws(InventoryError) in try InventoryStore(path: path) }
  }

  @Test("Loans and devices are unchanged when the store is opened again")
  func durable() throws {
    let inventory = try FilledInventory()
    let token = try inventory.session("alice")
    let device = try #require(try inventory.server.devices(.available, as: token).first)
    let loan = try inventory.server.lend(device.id, to: nil, comment: "kept", as: token)
    let digest = StableDigest.of(try inventory.server.devices(.all, as: token))
    try inventory.store.close()
    let closed = "Cannot use the inventory \(inventory.path): Connection is closed."
    #expect(
      refusal { () throws(InventoryError) in try inventory.server.devices(.all, as: token) }
        == closed)
    #expect(
      refusal { () throws(InventoryError) in try inventory.server.giveBack(device.id, as: token) }
        == closed)

    let server = InventoryServer(
      name: "local", store: try InventoryStore(path: inventory.path), clock: TickingClock().tick)
    let later = try server.connect(user: "alice", password: "secret", unit: "IT").token
    #expect(StableDigest.of(try server.devices(.all, as: later)) == digest)
    #expect(try server.device(device.id, as: later).loan == loan)
  }

  @Test("Write-ahead logging, foreign keys and syncing to disk are on")
  func settings() throws {
    let inventory = try FilledInventory(devices: 10)
    let settings = try inventory.store.writer.writeWithoutTransaction { database in
      [
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try String.fetchOne(database, sql: "PRAGMA foreign_keys"),
        try String.fetchOne(database, sql: "PRAGMA synchronous"),
      ]
    }
    #expect(settings == ["wal", "1", "2"])
    #expect(throws: InventoryError.self) {
      try inventory.store.write {
        try $0.execute(sql: "UPDATE device SET borrowerId = 12345 WHERE id = 1")
      }
    }
    let relaxed = try InventoryStore(path: inventory.path, durability: .appCrash)
    let synchronous = try relaxed.writer.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA synchronous")
    }
    #expect(synchronous == 1)
  }

  @Test("The store itself refuses a second open loan of a device")
  func uniqueOpenLoan() throws {
    let inventory = try FilledInventory()
    let token = try inventory.session("alice")
    let id = try #require(try inventory.server.devices(.mine, as: token).first).id
    #expect(throws: InventoryError.self) {
      try inventory.store.write {
        try $0.execute(
          sql: "INSERT INTO loan(deviceId, userId, lentAt, comment) VALUES (?, 2, 0, '')",
          arguments: [id.number])
      }
    }
  }

  @Test("A store of a newer version is refused and left alone")
  func newer() throws {
    let inventory = try FilledInventory(devices: 10)
    try inventory.store.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('7 holograms')")
    }
    try inventory.store.close()
    let before = bytes(of: inventory.path)
    #expect(
      refusalToOpen(inventory.path)
        == "Cannot open the inventory \(inventory.path): a newer version of the app has changed "
        + "it (7 holograms).")
    #expect(bytes(of: inventory.path) == before)
  }

  @Test("A database of another application is refused and left alone")
  func foreign() throws {
    let folder = try ScratchFolder()
    let path = folder.file("notes.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE note(text TEXT)") }
    try queue.close()
    let before = bytes(of: path)
    #expect(
      refusalToOpen(path)
        == "Cannot open the inventory \(path): it is a database of another application.")
    #expect(bytes(of: path) == before)
  }

  @Test("A file that is no database, and a damaged one, are refused")
  func damaged() throws {
    let folder = try ScratchFolder()
    let path = folder.file("text.sqlite")
    write(Array("This is a shopping list, and no database at all. ".utf8), to: path)
    #expect(
      refusalToOpen(path)
        == "Cannot use the inventory \(path): the file is damaged or no database "
        + "(file is not a database).")

    let inventory = try FilledInventory(devices: 500)
    try inventory.store.close()
    var pages = bytes(of: inventory.path)
    // The first page, with the schema, stays; the rest is noise.
    for index in 4096..<pages.count { pages[index] = 0xA5 }
    write(pages, to: inventory.path)
    #expect(
      refusalToOpen(inventory.path)
        == "Cannot use the inventory \(inventory.path): the file is damaged or no database "
        + "(database disk image is malformed).")
  }

  @Test("A path where no file can be created is refused")
  func unwritable() throws {
    let folder = try ScratchFolder()
    let path = folder.file("nowhere/inventory.sqlite")
    #expect(
      refusalToOpen(path)
        == "Cannot open the inventory \(path): unable to open database file.")
    #expect(
      refusalToOpen(folder.path.string)
        == "Cannot open the inventory \(folder.path): unable to open database file.")
  }

  @Test(
    "Several stores can be opened at once on a missing file: one refused as busy works when it tries again"
  )
  func openedAtOnce() async throws {
    let folder = try ScratchFolder()
    let path = folder.file("inventory.sqlite")
    await withTaskGroup(of: String.self) { group in
      for number in 0..<6 {
        group.addTask {
          var text = ""
          // SQLite refuses at once, and waits for nobody, if two connections turn write-ahead logging on.
          for _ in 0..<20 {
            text = refusal { () throws(InventoryError) in
              try InventoryStore(path: path).addUnit("unit \(number)")
            }
            if !text.hasSuffix("another program keeps it locked.") { break }
          }
          return text
        }
      }
      for await text in group { #expect(text == "") }
    }
  }

  @Test("A locked store is reported as locked by another program")
  func busy() throws {
    let error = DatabaseError(resultCode: .SQLITE_BUSY, message: "database is locked")
    #expect(
      InventoryError(using: "x.sqlite", error).description
        == "Cannot use the inventory x.sqlite: another program keeps it locked.")
  }
}

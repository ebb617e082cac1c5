import AppStorage
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import DayCounter

@Suite struct StoreFailureTests {
  private let folder: ScratchFolder
  private let clock: SetClock
  private var path: String { folder.store }

  init() throws {
    folder = try ScratchFolder()
    clock = try SetClock()
  }

  private func refusalToOpen(_ path: String) throws -> CounterError? {
    let zone = try DayZone(named: "UTC")
    return refusal { () throws(CounterError) in try ThingStore(path: path, zone: zone) }
  }

  @Test func `write-ahead logging and syncing to disk are on`() throws {
    let store = try ThingStore(path: path, zone: DayZone(named: "UTC"))
    let settings = try store.queue.writeWithoutTransaction { database in
      try ["journal_mode", "synchronous", "application_id"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "2", "1145133379"])
  }

  @Test func `a store of a newer version, and one of another app, are left alone`() throws {
    let store = try folder.things(clock)
    try store.execute("INSERT INTO grdb_migrations VALUES ('7 holograms')")
    try store.close()
    let before = try folder.bytes(of: "things.sqlite")
    let newer = try refusalToOpen(path)
    #expect(newer == .newer(path: path, unknown: ["7 holograms"]))
    #expect(
      newer?.description
        == "Cannot open the things \(path): a newer version of the app has changed them "
        + "(7 holograms).")
    #expect(try folder.bytes(of: "things.sqlite") == before)

    let other = folder.file("notes.sqlite")
    let queue = try DatabaseQueue(path: other)
    try queue.write { try $0.execute(sql: "CREATE TABLE note(text TEXT)") }
    try queue.close()
    let foreign = try folder.bytes(of: "notes.sqlite")
    #expect(try refusalToOpen(other) == .foreign(path: other))
    #expect(try folder.bytes(of: "notes.sqlite") == foreign)
  }

  @Test func `a file that is no database, a garbled store and a truncated one are damaged`() throws
  {
    let text = try folder.add("list.txt", "A shopping list, and no database at all. ").string
    #expect(try refusalToOpen(text) == .damaged(path: text, reason: "file is not a database"))
    let store = try folder.things(clock)
    try ThingFixture(things: 500, seed: 1).fill(store)
    try store.close()
    let whole = try folder.bytes(of: "things.sqlite")
    for damage: (inout [UInt8]) -> Void in [
      { for index in 4096..<$0.count { $0[index] = 0xA5 } }, { $0.removeLast($0.count / 2) },
    ] {
      var bytes = whole
      damage(&bytes)
      try Data(bytes).write(to: URL(filePath: path))
      let found = refusal { () throws(CounterError) in
        try ThingStore(path: path, zone: DayZone(named: "UTC")).things()
      }
      guard case .damaged(path, _) = found else {
        Issue.record("\(String(describing: found))")
        continue
      }
    }
  }

  @Test(arguments: [
    ("startDate", Int64.max, "9223372036854775807 ms since 1970 are no start"),
    ("startDate", .min, "-9223372036854775808 ms since 1970 are no start"),
    ("date", .max, "9223372036854775807 is no date"), ("date", 2_932_897, "2932897 is no date"),
    ("colour", -1, "-1 is no colour"), ("colour", 0x100_0000, "16777216 is no colour"),
    ("isWithout", 2, "2 is no wording"), ("bestDays", -1, "-1 days are no record"),
    ("bestDays", .max, "9223372036854775807 days are no record"),
  ])
  func `a thing with an impossible number is reported, and can be deleted`(
    column: String, value: Int64, reason: String
  ) throws {
    let store = try folder.things(clock)
    let hurt = try store.named("hurt")
    let well = try store.named("well")
    let change = "UPDATE thing SET \(column) = \(value) WHERE id = \(hurt.id.number)"
    #expect(throws: DatabaseError.self) { try store.execute(change) }
    try store.damage(change)
    let error = CounterError.thingDamaged(hurt.id, reason: reason)
    #expect(error.description == "The thing 1 is damaged: \(reason).")
    #expect(refusal { () throws(CounterError) in try store.things() } == error)
    #expect(refusal { () throws(CounterError) in try store.reset(hurt.id) } == error)
    #expect(try store.thing(well.id) == well)
    try store.delete(hurt.id)
    #expect(try store.things() == [well])
  }

  @Test(arguments: ["DROP TABLE thing", "ALTER TABLE thing DROP COLUMN colour"])
  func `a store that lacks a part is damaged`(change: String) throws {
    let store = try folder.things(clock)
    try store.execute(change)
    guard case .damaged(path, _) = refusal({ () throws(CounterError) in try store.things() })
    else {
      Issue.record("not damaged")
      return
    }
  }

  @Test func `a missing folder, and a path that is a folder, are named`() throws {
    let missing = folder.file("nowhere/things.sqlite")
    #expect(
      try refusalToOpen(missing)
        == .folderMissing(path: missing, folder: "\(folder.path)/nowhere"))
    let path = folder.path.string
    #expect(
      try refusalToOpen(path)?.description
        == "Cannot use the things \(path): unable to open database file.")
  }

  @Test func `a store locked by another program is reported as busy, and can be read`() throws {
    let store = try folder.things(clock, busySeconds: 0.01)
    let other = try folder.things(clock)
    try other.write { _ in
      #expect(refusal { () throws(CounterError) in try store.add() } == .busy(path: path))
      let things = try store.things()
      #expect(things.isEmpty)
    }
    _ = try store.add()
  }

  @Test func `calls on a closed store fail`() throws {
    let store = try folder.things(clock)
    try store.close()
    #expect(
      refusal { () throws(CounterError) in try store.things() }
        == .failed(path: path, reason: "Connection is closed"))
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `on a full or read-only volume nothing is lost`() throws {
    let volume = try MountedVolume(size: "600k")
    let folder = volume.folder
    let path = folder.store
    let store = try folder.things(clock)
    var kept: [Thing] = []
    // A write-ahead log holds the page of each change, so that a few hundred fill the volume.
    let full = refusal { () throws(CounterError) in
      for _ in 0..<1_000 { kept.append(try store.add()) }
    }
    #expect(full == .diskFull(path: path))
    #expect(!kept.isEmpty)
    #expect(try store.things() == kept)
    let first = kept[0]
    #expect(
      refusal { () throws(CounterError) in try store.edit(first.id) { $0.name = "full" } }
        == .diskFull(path: path))
    #expect(try store.thing(first.id) == first)
    try store.close()

    try volume.makeReadOnly()
    let new = folder.file("new.sqlite")
    #expect(try refusalToOpen(new) == .readOnly(path: new))
    let reader = try folder.things(clock)
    #expect(try reader.things() == kept)
    #expect(
      refusal { () throws(CounterError) in try reader.reset(first.id) } == .readOnly(path: path))
    #expect(
      CounterError.readOnly(path: "p").description
        == "Cannot write the things p: the file, its folder or its volume is read-only.")
    // Until here it stays mounted.
    withExtendedLifetime(volume) {}
  }

  @Test
  func
    `several stores can be opened at once on a missing file: one refused as busy works when it tries again`()
    async throws
  {
    let (folder, clock) = (folder, clock)
    await withTaskGroup(of: String?.self) { group in
      for number in 0..<4 {
        group.addTask {
          var text: String?
          // SQLite refuses at once, and waits for nobody, if two connections turn write-ahead logging on.
          for _ in 0..<20 {
            do {
              _ = try folder.things(clock).named("thing \(number)")
              return nil
            } catch {
              text = "\(error)"
              guard case CounterError.busy = error else { break }
            }
          }
          return text
        }
      }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(try folder.things(clock).things().count == 4)
  }

  @Test func `equal seeds fill equal stores, and only empty stores can be filled`() throws {
    let things = try [(1, "a"), (1, "b"), (2, "c")].map { seed, name in
      let store = try ThingStore(
        path: folder.file(name), zone: DayZone(named: "Europe/London"), durability: .appCrash,
        clock: { ThingFixture.now })
      try ThingFixture(things: 40, seed: UInt64(seed)).fill(store)
      #expect(
        refusal { () throws(CounterError) in try ThingFixture(things: 1, seed: 1).fill(store) }
          == .notEmpty(path: store.path))
      return try store.things()
    }
    #expect(things[0] == things[1] && things[0] != things[2])
    #expect(things[0].count == 40 && things[0].count { $0.record == nil } == 10)
    for number in [-1, 1_000_001] {
      let error = refusal { () throws(CounterError) in try ThingFixture(things: number, seed: 1) }
      #expect(
        error?.description
          == "Cannot make a fixture: \(number) things are not 0 to 1,000,000.")
    }
  }
}

import AppExchange
import AppRequests
import AppStorage
import Foundation
import GRDB
import NoteExchange
import NoteServing
import SecretKeeping
import SystemPackage
import TestSupport
import Testing

@testable import FieldNotes

@Suite struct StoreFailureTests {
  private let folder: ScratchFolder
  private var path: String { folder.file("notes.sqlite") }

  init() throws { folder = try ScratchFolder() }

  private func book(_ path: String? = nil) throws(NoteError) -> NoteBook {
    try NoteBook(path: path ?? self.path, durability: .appCrash)
  }

  @Test func `write-ahead logging and syncing to disk are on`() throws {
    let book = try NoteBook(path: path)
    let settings = try book.queue.writeWithoutTransaction { database in
      try ["journal_mode", "synchronous", "application_id"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["wal", "2", "1313821765"])
  }

  @Test
  func `a store of another app or a newer version, and a file that is no store, are left alone`()
    throws
  {
    let other = folder.file("other.sqlite")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t(x)") }
    let text = try folder.add("list.txt", "A shopping list, and no database at all. ").string
    let newer = try book()
    try newer.execute("INSERT INTO grdb_migrations VALUES ('7 holograms')")
    try newer.close()
    for (path, error) in [
      (other, NoteError.foreign(path: other)),
      (text, .damaged(path: text, reason: "file is not a database")),
      (path, .newer(path: path, unknown: ["7 holograms"])),
    ] {
      let before = FileManager.default.contents(atPath: path)
      #expect(refusal { () throws(NoteError) in try book(path) } == error)
      #expect(FileManager.default.contents(atPath: path) == before)
    }
    let nowhere = folder.file("nowhere/notes.sqlite")
    #expect(
      refusal { () throws(NoteError) in try book(nowhere) }
        == .folderMissing(path: nowhere, folder: "\(folder.path)/nowhere"))
  }

  @Test func `a garbled or truncated store, and one that lacks a part, are damaged`() throws {
    let sound = try book()
    try NoteFixture(notes: 300, seed: 1).fill(sound)
    try sound.close()
    let whole = try folder.bytes(of: "notes.sqlite")
    for damage: (inout [UInt8]) -> Void in [
      { for index in 4096..<$0.count { $0[index] = 0xA5 } }, { $0.removeLast($0.count / 2) },
    ] {
      var bytes = whole
      damage(&bytes)
      try Data(bytes).write(to: URL(filePath: path))
      let found = refusal { () throws(NoteError) in try book().notes() }
      guard case .damaged(path, _)? = found else {
        Issue.record("\(String(describing: found))")
        continue
      }
    }
    try Data(whole).write(to: URL(filePath: path))
    let lacking = try book()
    try lacking.execute(
      "PRAGMA ignore_check_constraints = 1; UPDATE note SET kind = 9 WHERE number = 3")
    #expect(
      refusal { () throws(NoteError) in try lacking.notes() }
        == .damaged(path: path, reason: "a note has kind 9"))
    try lacking.execute("DROP TABLE noteTag")
    guard case .damaged? = refusal({ () throws(NoteError) in try lacking.tags() }) else {
      Issue.record("not damaged")
      return
    }
  }

  @Test func `a store locked by another is reported as busy, and a closed one fails`() throws {
    let (first, second) = (
      try NoteBook(
        path: path, durability: .appCrash, busySeconds: 0.01, clock: Timestamp.now,
        makeID: NoteID.random), try book()
    )
    try second.write { _ in
      #expect(
        refusal { () throws(NoteError) in try first.add(.text("x")) } == .busy(path: path))
      let listed = try first.notes()
      #expect(listed.isEmpty)
    }
    try first.add(.text("x"))
    try first.close()
    #expect(
      refusal { () throws(NoteError) in try first.notes() }
        == .failed(path: path, reason: "Connection is closed"))
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `on a full or read-only volume no note is lost or half stored`() throws {
    let volume = try MountedVolume(size: "1m")
    let path = volume.folder.file("notes.sqlite")
    let book = try book(path)
    let picture = NoteFixture.file(bytes: 50_000, seed: 1)
    var kept: [NoteID] = []
    let full = refusal { () throws(NoteError) in
      for _ in 0..<100 { kept.append(try book.add(.picture(picture))) }
    }
    switch full {
    case .diskFull(path)?, .contentFile(.failed(_, _, ENOSPC))?: break
    default: Issue.record("\(String(describing: full))")
    }
    #expect(kept.count > 5)
    #expect(try book.notes().count == kept.count)
    for id in kept { #expect(try book.note(id).content.content == Data(picture)) }
    #expect(volume.folder.files.count { $0.contains(".media/") } == kept.count)
    // Nor is there room for what others made, and that stays to be pulled.
    let world = try NoteWorld()
    let tablet = try world.phone("tablet")
    try tablet.book.add(.picture(picture))
    try tablet.sync()
    let synchroniser = Synchroniser(book, by: Line(world.server), server: "s", credentials: .alice)
    switch refusal(synchroniser.run) {
    case .diskFull(path)?, .contentFile(.failed(_, _, ENOSPC))?: break
    case let other: Issue.record("\(String(describing: other))")
    }
    #expect(try book.notes().count == kept.count)
    #expect(volume.folder.files.count { $0.contains(".media/") } == kept.count)
    for _ in 0..<3 { try book.delete(kept.removeLast()) }
    let report = try synchroniser.run()
    #expect(report.received == 1 && report.created == kept.count)
    try book.close()

    try volume.makeReadOnly()
    #expect(refusal { () throws(NoteError) in try self.book(path) } == .readOnly(path: path))
    withExtendedLifetime(volume) {}
  }

  @Test func `a refusal of the keychain is passed on by the account`() throws {
    let book = try book()
    let account = NoteAccount(book, keychain: Keychain(path: folder.file("keys"))) {
      _ throws(ExchangeFailure) in
      try HTTPRoute("http://127.0.0.1:9")
    }
    #expect(
      refusal { () throws(NoteError) in try account.synchronise(with: "http://s") }
        == .keychain(.noLoginKept(server: "http://s")))
    try account.keep(ServiceLogin(server: "http://s", user: "alice", secret: "secret"))
    #expect(
      try Keychain<ServiceLogin>(path: folder.file("keys")).login(server: "http://s").credentials
        == .alice)
    #expect("\(Credentials.alice)" == "alice")
    chmod(folder.file("keys"), 0o644)
    #expect(
      refusal { () throws(NoteError) in try account.synchronise(with: "http://s") }?.description
        == "Cannot use the keychain file \(folder.file("keys")): its mode is 0644, not 0600.")
  }
}

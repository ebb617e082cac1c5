import AppExchange
import AppRequests
import AppStorage
import Foundation
import GRDB
import NoteExchange
import ServerTestSupport
import TestSupport
import Testing

@testable import FieldNotes

/// The app and real servers that fail, over real HTTP: the reason is told, and nothing is lost.
@Suite struct ServerFailureTests {
  private let folder: ScratchFolder
  private var store: String { folder.file("server.sqlite") }

  init() throws { folder = try ScratchFolder() }

  private func synchroniser(_ name: String, _ server: ServerProcess) throws -> Synchroniser {
    let book = try NoteBook(path: folder.file("\(name).sqlite"), durability: .appCrash)
    return Synchroniser(
      book, by: try server.route(), server: server.address, credentials: .alice)
  }

  /// Has the phone make changes that a failing server is to take, and take them once it is mended.
  private func expectRefusal(
    _ server: ServerProcess, _ status: Int, _ code: String, _ reason: String,
    meanwhile breaking: (() throws -> Void) throws -> Void
  ) throws {
    let phone = try synchroniser("phone", server)
    let old = try phone.book.texts(2, "old")
    #expect(try phone.run().created == 2)
    try phone.book.texts(3, "new")
    try phone.book.edit(old[0], body: "edited")
    try breaking {
      #expect(
        refusal(phone.run)
          == .serverRefused(server: server.address, status: status, reason: reason))
      #expect(try phone.book.pendingCount() == 4 && phone.book.notes().count == 5)
      let route = try server.route()
      let description = try OpenAPIDescription(
        route.answer(to: ExchangeRequest("GET", "/openapi.json")).body)
      let note = NoteContent(kind: .text, name: "n", created: 0, body: "")
      let push = Push(
        device: .random(), changes: [NoteChange(id: .random(), base: 0, edit: 1, note: note)])
      let request = ExchangeRequest(
        "POST", "/changes", credentials: .alice, body: try MessageCoding.encode(push))
      let answer = try route.answer(to: request)
      let (key, mistakes) = description.mistakes(of: request, answer)
      #expect(key == "POST /changes \(status)" && mistakes == [])
      #expect(
        try MessageCoding.decode(Complaint.self, from: answer.body)
          == Complaint(error: code, message: reason))
    }
    let report = try phone.run()
    #expect(report.sent == 4 && report.created == 3 && report.updated == 1)
    #expect(report.problems == [])
    let tablet = try synchroniser("tablet", server)
    #expect(try tablet.run().received == 5)
    #expect(try tablet.book.notes(by: .name) == phone.book.notes(by: .name))
    #expect(try tablet.book.note(old[0]).content.body == "edited")
  }

  @Test(arguments: [
    (
      500, "store-failed", "The store is damaged, or can't be used.",
      "ALTER TABLE seen RENAME TO hidden", "ALTER TABLE hidden RENAME TO seen"
    ),
    // Where a row would need a number that there is not, SQLite says the same as of a full disk.
    (
      507, "store-not-writable", "The store is full, or can't be written.",
      """
      CREATE TABLE filled(number INTEGER PRIMARY KEY AUTOINCREMENT);
      INSERT INTO filled VALUES (9223372036854775807);
      CREATE TRIGGER fill BEFORE INSERT ON seen BEGIN INSERT INTO filled VALUES (NULL); END
      """, "DROP TRIGGER fill; DROP TABLE filled"
    ),
  ])
  func `if its store fails, the server reports it, and takes all notes once it is repaired`(
    status: Int, code: String, reason: String, breaking: String, mending: String
  ) throws {
    let server = try ServerProcess(store: store, in: folder)
    defer { server.kill() }
    let other = try DatabaseQueue(path: store)
    try expectRefusal(server, status, code, reason) { body in
      try other.writeWithoutTransaction { try $0.execute(sql: breaking) }
      try body()
      try other.writeWithoutTransaction { try $0.execute(sql: mending) }
    }
  }

  @Test func `if its store is locked, the server reports it, and takes all notes once it is free`()
    throws
  {
    let server = try ServerProcess(store: store, in: folder)
    defer { server.kill() }
    let other = try DatabaseQueue(path: store)
    try expectRefusal(
      server, 503, "store-busy", "Another program keeps the store locked."
    ) { body in
      try other.inTransaction(.immediate) { _ in
        try body()
        return .rollback
      }
    }
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `with a full disk the server takes what fits, and the rest once there is room`()
    throws
  {
    let volume = try MountedVolume(size: "8m")
    let server = try ServerProcess(store: volume.folder.file("server.sqlite"), in: folder)
    defer { server.kill() }
    let ballast = volume.folder.file("ballast")
    try Data(count: 7 << 20).write(to: URL(filePath: ballast))
    let phone = try synchroniser("phone", server)
    let id = try phone.book.add(.text("small"))
    #expect(try phone.run().created == 1)
    let picture = NoteFixture.file(bytes: 1 << 20, seed: 1)
    try phone.book.add(.picture(picture))
    for _ in 0..<2 {
      #expect(
        refusal(phone.run)
          == .serverRefused(
            server: server.address, status: 507,
            reason: "The store is full, or can't be written."))
    }
    #expect(try phone.book.pendingCount() == 1)
    let tablet = try synchroniser("tablet", server)
    #expect(try tablet.run().received == 1)
    #expect(try tablet.book.notes().map(\.id) == [id])
    try FileManager.default.removeItem(atPath: ballast)
    #expect(try phone.run().created == 1)
    #expect(try tablet.run().received == 1)
    withExtendedLifetime(volume) {}
  }

  @Test
  func `an answer above the app's limit is refused, and its notes can still be fetched later`()
    throws
  {
    let server = try ServerProcess(store: store, in: folder)
    defer { server.kill() }
    let phone = try synchroniser("phone", server)
    try phone.book.texts(100, String(repeating: "x", count: 200))
    #expect(try phone.run().created == 100)
    let tablet = try synchroniser("tablet", server)
    let narrow = Synchroniser(
      tablet.book, by: try HTTPRoute(server.address, patience: .init(), answerLimit: 10_000),
      server: server.address, credentials: .alice)
    for _ in 0..<2 {
      #expect(
        refusal(narrow.run)
          == .notUnderstood(
            server: server.address, reason: "the answer has more than 10000 bytes"))
    }
    #expect(try tablet.book.notes().isEmpty)
    #expect(try tablet.run().received == 100)
  }

  @Test func `a request above the server's limit is refused, and earlier notes are kept`()
    throws
  {
    let server = try ServerProcess(store: store, in: folder)
    defer { server.kill() }
    let phone = try synchroniser("phone", server)
    try phone.book.add(.text("before"))
    let large = try phone.book.add(.text("large"))
    // As a version of the app with other limits would have written it: 64 MiB.
    try phone.book.execute(
      "UPDATE note SET body = hex(zeroblob(\(32 << 20))) WHERE name = 'large'")
    for _ in 0..<2 {
      #expect(
        refusal(phone.run)
          == .serverRefused(
            server: server.address, status: 413,
            reason: "A request has at most 67108864 bytes."))
      #expect(try phone.book.notes(NoteFilter(isPending: true)).map(\.id) == [large])
    }
    try phone.book.edit(large, body: "small")
    #expect(try phone.run().created == 1)
    let tablet = try synchroniser("tablet", server)
    #expect(try tablet.run().received == 2)
  }

  @Test func `texts that grow sixfold in JSON are split into requests that the server accepts`()
    throws
  {
    let server = try ServerProcess(store: store, in: folder)
    defer { server.kill() }
    let phone = try synchroniser("phone", server)
    // 11 MiB here, and 66 in JSON.
    let text = String(repeating: "\u{1}", count: NoteContent.bodyLimit)
    for number in 0..<11 { try phone.book.add(.text(text), name: "\(number)") }
    #expect(try phone.run().created == 11)
  }
}

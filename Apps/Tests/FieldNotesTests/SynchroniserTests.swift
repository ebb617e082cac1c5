import AppExchange
import Foundation
import NoteExchange
import NoteServing
import Synchronization
import TestSupport
import Testing

@testable import FieldNotes

@Suite struct SynchroniserTests {
  private let world: NoteWorld
  private let phone: Phone
  private let tablet: Phone

  init() throws {
    world = try NoteWorld()
    phone = try world.phone("phone")
    tablet = try world.phone("tablet")
  }

  private func report(_ change: (inout SyncReport) -> Void) -> SyncReport {
    var report = SyncReport()
    change(&report)
    return report
  }

  @Test func `only new and edited notes of 100 are pushed, and only once`() throws {
    let old = try phone.book.texts(70, "old")
    try phone.sync()
    try phone.book.texts(30, "new")
    for id in old.prefix(20) { try phone.book.edit(id, body: "edited") }
    #expect(try phone.book.pendingCount() == 50)
    #expect(try phone.sync() == report { ($0.sent, $0.created, $0.updated) = (50, 30, 20) })
    #expect(try phone.sync() == report { _ in })
    try phone.book.rename(old[30], to: "renamed")
    #expect(try phone.sync() == report { ($0.sent, $0.updated) = (1, 1) })
    try phone.book.delete(old[40])
    try phone.book.delete(old[41])
    #expect(try phone.sync() == report { ($0.sent, $0.deleted) = (2, 2) })
    #expect(try phone.sync() == report { _ in })
    #expect(try tablet.sync() == report { $0.received = 98 })
    #expect(try tablet.texts() == phone.texts())
    #expect(try tablet.sync() == report { _ in })
    // A push is one request, and there is none where nothing has changed.
    #expect(phone.line.asked.count { $0 == "POST /changes" } == 4)
    #expect(phone.line.asked.count { $0 == "GET /changes" } == 6)
  }

  @Test func `all contents of a note arrive, in both directions`() throws {
    let text = try phone.book.add(.text("\"å\"\\\u{1}\n日"), name: "text", tags: ["Idea", "b"])
    let picture = try phone.book.add(.picture([0, 255, 128]), name: "roof")
    try tablet.book.add(.sound([]), name: "rain", tags: ["idea"])
    try phone.sync()
    try tablet.sync()
    try phone.sync()
    for (id, own) in try phone.book.notes().map({ ($0.id, try phone.book.note($0.id)) }) {
      let other = try tablet.book.note(id)
      #expect(other.content.saysTheSame(as: own.content) && !other.isPending && !own.isPending)
    }
    #expect(try tablet.book.notes().count == 3)
    try tablet.book.untag(text, "B")
    try tablet.book.replace(picture, with: [7])
    try tablet.sync()
    #expect(try phone.sync() == report { $0.received = 2 })
    #expect(try phone.book.note(text).content.tags == ["Idea"])
    #expect(try phone.book.note(picture).content.content == Data([7]))
    // One file each: a picture and a recording.
    #expect(world.folder.files.count { $0.hasPrefix("phone.sqlite.media/") } == 2)
    try tablet.book.delete(picture)
    try tablet.sync()
    #expect(try phone.sync() == report { $0.removed = 1 })
    #expect(world.folder.files.count { $0.hasPrefix("phone.sqlite.media/") } == 1)
  }

  @Test func `notes made offline are kept and sent later`() throws {
    try phone.book.texts(3, "note")
    phone.line.breaks(.offline)
    for _ in 0..<2 {
      #expect(
        refusal(phone.sync) == .notReached(server: "the server", reason: "the test is offline"))
    }
    #expect(try phone.book.pendingCount() == 3)
    phone.line.breaks(.none)
    #expect(try phone.sync() == report { ($0.sent, $0.created) = (3, 3) })
  }

  @Test func `a lost answer makes no duplicate, and its edits are counted once`() throws {
    let ids = try phone.book.texts(3, "note")
    phone.line.breaks(.losesAnswers)
    let lost = NoteError.cutOff(server: "the server", reason: "the test has lost the answer")
    #expect(refusal(phone.sync) == lost)
    // An edit upon what the server has, though this side does not know, and a deletion.
    try phone.book.edit(ids[0], body: "more")
    try phone.book.delete(ids[1])
    #expect(refusal(phone.sync) == lost)
    phone.line.breaks(.none)
    #expect(
      try phone.sync()
        == report { ($0.sent, $0.created, $0.updated, $0.deleted) = (3, 1, 1, 1) })
    try tablet.sync()
    #expect(try tablet.texts() == ["note 0: more", "note 2: note 2"])
    #expect(try phone.texts() == tablet.texts())
  }

  @Test func `an edit built on a push whose answer was lost is no conflict`() throws {
    let id = try phone.book.add(.text("one"))
    phone.line.breaks(.losesAnswers)
    #expect(refusal(phone.sync) != nil)
    try tablet.sync()
    try tablet.book.edit(id, body: "one and two")
    try tablet.sync()
    phone.line.breaks(.none)
    #expect(try phone.sync() == report { $0.received = 1 })
    #expect(try phone.texts() == ["one: one and two"])
  }

  @Test func `an edit made during a push is sent by the next`() throws {
    let ids = try phone.book.texts(3, "note")
    let book = phone.book
    phone.line.meanwhile { request in
      guard request.method == "POST" else { return }
      try? book.edit(ids[0], body: "later")
      try? book.delete(ids[1])
    }
    #expect(try phone.sync() == report { ($0.sent, $0.created) = (3, 3) })
    phone.line.meanwhile(nil)
    #expect(try phone.book.notes(NoteFilter(isPending: true)).map(\.id) == [ids[0]])
    #expect(try phone.sync() == report { ($0.sent, $0.updated, $0.deleted) = (2, 1, 1) })
    try tablet.sync()
    #expect(try tablet.texts() == ["note 0: later", "note 2: note 2"])
  }

  @Test func `a note that the server refuses stays, and all others are sent`() throws {
    let ids = try phone.book.texts(3, "note")
    // As a version of the app with other rules would have written it.
    try phone.book.execute("UPDATE note SET name = ' note 1' WHERE name = 'note 1'")
    let problem = SyncProblem.refused(
      ids[1], name: " note 1", reason: "the name is blank, or begins or ends with a blank")
    #expect(
      try phone.sync()
        == report { ($0.sent, $0.created, $0.problems) = (3, 2, [problem]) })
    #expect(try phone.sync() == report { ($0.sent, $0.problems) = (1, [problem]) })
    try phone.book.rename(ids[1], to: "well")
    #expect(try phone.sync() == report { ($0.sent, $0.created) = (1, 1) })
  }

  @Test func `a note whose file is gone is reported, and all others are sent`() throws {
    let lost = try phone.book.add(.picture([1]), name: "lost")
    try FileManager.default.removeItem(atPath: phone.book.media.path)
    try phone.book.texts(2, "note")
    let result = try phone.sync()
    guard case .unreadable(lost, .contentMissing(lost, name: "lost", _))? = result.problems.first
    else {
      Issue.record("\(result)")
      return
    }
    #expect(result.sent == 2 && result.created == 2)
  }

  @Test func `wrong credentials are refused, and an account sees only its own notes`() throws {
    let thief = try world.phone("thief", Credentials(user: "alice", secret: "hidden"))
    let error = NoteError.wrongCredentials(server: "the server", user: "alice")
    #expect(refusal(thief.sync) == error)
    #expect(
      error.description == "the server does not let alice in: the name or the secret is wrong.")
    let nobody = try world.phone("nobody", Credentials(user: "eve", secret: "secret"))
    #expect(refusal(nobody.sync) == .wrongCredentials(server: "the server", user: "eve"))
    let bob = try world.phone("bob", Credentials(user: "bob", secret: "hidden"))
    try phone.book.texts(2, "alice's")
    try phone.sync()
    #expect(try bob.sync() == SyncReport())
  }

  @Test func `notes too many for one page or request are sent in several`() throws {
    try phone.book.texts(1_001, "note")
    for number in 0..<3 {
      try phone.book.add(.picture([UInt8](repeating: UInt8(number), count: 7 << 20)))
    }
    #expect(try phone.sync() == report { ($0.sent, $0.created) = (1_004, 1_004) })
    #expect(phone.line.asked.count { $0 == "POST /changes" } == 2)
    #expect(try tablet.sync() == report { $0.received = 1_004 })
    #expect(tablet.line.asked.count == 4)
    #expect(try tablet.book.notes() == phone.book.notes())
  }

  private struct Rubbish: ExchangeRoute {
    let response: ExchangeResponse
    func answer(to request: ExchangeRequest) -> ExchangeResponse { response }
  }

  @Test(arguments: [
    (200, "", "0 bytes are no such JSON"), (200, "<html>", "6 bytes are no such JSON"),
    (200, "{}", "2 bytes are no such JSON"), (302, "", "status 302 without a reason"),
    (500, "no", "status 500 without a reason"), (401, "", "status 401 without a reason"),
    (200, #"{"more":true,"notes":[],"revision":0}"#, "its pages do not end"),
    (
      200,
      #"{"more":false,"notes":[{"id":"00000000000000000000000000000001","revision":1,"seen":0,"#
        + #""note":{"kind":"text","name":"","created":0,"tags":[],"body":""}}],"revision":1}"#,
      "note 00000000000000000000000000000001: the name is blank, or begins or ends with a blank"
    ),
  ])
  func `an invalid answer changes nothing`(status: Int, body: String, reason: String) throws {
    try phone.book.texts(1, "note")
    let route = Rubbish(response: ExchangeResponse(status: status, body: Data(body.utf8)))
    let synchroniser = Synchroniser(
      phone.book, by: route, server: "s", credentials: .alice)
    #expect(
      refusal(synchroniser.run) == .notUnderstood(server: "s", reason: reason))
    #expect(try phone.book.pendingCount() == 1 && phone.book.notes().count == 1)
    #expect(try phone.sync().created == 1)
  }
}

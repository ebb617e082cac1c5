import AppExchange
import AppRequests
import AppStorage
import Foundation
import Glibc
import NoteExchange
import SecretKeeping
import ServerTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import FieldNotes

/// The app and real servers, over real HTTP.
@Suite struct ServerProcessTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func synchroniser(
    _ name: String, _ address: String, patience: HTTPRoute.Patience = .init(),
    _ credentials: Credentials = .alice
  ) throws -> Synchroniser {
    let book = try NoteBook(path: folder.file("\(name).sqlite"), durability: .appCrash)
    return Synchroniser(
      book, by: try HTTPRoute(address, patience: patience), server: address,
      credentials: credentials)
  }

  @Test func `notes on a killed server survive and reach the other device`() throws {
    let store = folder.file("server.sqlite")
    let server = try ServerProcess(store: store, in: folder)
    let phone = try synchroniser("phone", server.address)
    try NoteFixture(
      notes: 60, cameraPercent: 30, audioPercent: 10, fileBytes: 100_000, seed: 4
    ).fill(phone.book)
    #expect(try phone.run().created == 60)
    #expect(try phone.run() == SyncReport())
    server.kill()
    // The words of the reason differ between versions of libcurl, here and below.
    guard case .notReached(server.address, _)? = refusal(phone.run) else {
      Issue.record("the server is still there")
      return
    }
    let next = try ServerProcess(store: store, in: folder)
    defer { next.kill() }
    let tablet = try synchroniser("tablet", next.address)
    #expect(try tablet.run().received == 60)
    for note in try phone.book.notes() {
      let (own, other) = (try phone.book.note(note.id), try tablet.book.note(note.id))
      #expect(own.content.saysTheSame(as: other.content))
    }
    let stranger = try synchroniser(
      "stranger", next.address, Credentials(user: "alice", secret: "sécret:,"))
    #expect(
      refusal(stranger.run) == .wrongCredentials(server: next.address, user: "alice"))
  }

  @Test func `accounts may have secrets with any letters`() throws {
    let server = try ServerProcess(
      store: folder.file("s"), in: folder, accounts: "bob:x,å b:sé:cret\" ")
    defer { server.kill() }
    for (number, user) in [("å b", "sé:cret\" "), ("bob", "x")].enumerated() {
      let device = try synchroniser(
        "\(number)", server.address, Credentials(user: user.0, secret: user.1))
      #expect(try device.run() == SyncReport())
    }
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
  private static let page = #"{"more":false,"notes":[],"revision":0}"#

  enum Expected { case cutOff, timedOut, noHTTP, notUnderstood(String) }

  @Test(arguments: [
    ("", true, Expected.cutOff),
    (
      "\(head)Content-Length: 38\r\n\r\n\(page.prefix(9))", true,
      .cutOff
    ),
    ("\(head)Content-Length: 38\r\n\r\n\(page.prefix(9))", false, .timedOut),
    ("", false, .timedOut), ("HTTP/1.1 2", false, .timedOut),
    ("SSH-2.0-OpenSSH_9.2\r\n", true, .noHTTP),
    // A page is one, and no answer to a push.
    ("\(head)Content-Length: 38\r\n\r\n\(page)", true, .notUnderstood("38 bytes are no such JSON")),
    (
      "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", true,
      .notUnderstood("status 301 without a reason")
    ),
  ])
  func `a server's bad, slow, partial or missing answer is reported, and nothing is lost`(
    answer: String, thenEnds: Bool, expected: Expected
  ) throws {
    let server = try RudeServer(answer, thenEnds: thenEnds)
    var patience = HTTPRoute.Patience()
    if !thenEnds { patience.answer = 50 }
    let phone = try synchroniser("phone", server.address, patience: patience)
    try phone.book.texts(2, "note")
    let error = refusal(phone.run)
    switch (expected, error) {
    case (.cutOff, .cutOff(server.address, _)?), (.noHTTP, .notUnderstood(server.address, _)?):
      break
    case (.timedOut, _): #expect(error == .timedOut(server: server.address, milliseconds: 50))
    case (.notUnderstood(let reason), _):
      #expect(error == .notUnderstood(server: server.address, reason: reason))
    default: Issue.record("\(String(describing: error))")
    }
    #expect(try phone.book.pendingCount() == 2)
    let sound = try ServerProcess(store: folder.file("sound.sqlite"), in: folder)
    defer { sound.kill() }
    let again = Synchroniser(
      phone.book, by: try sound.route(), server: sound.address, credentials: .alice)
    #expect(try again.run().created == 2)
  }

  @Test(arguments: [
    "", "ftp://h", "http://", "127.0.0.1:80", "http://h/path", "http://h?x", "http://a:b@h",
    "file:///etc/passwd",
  ])
  func `an invalid server address is refused`(address: String) throws {
    let book = try NoteBook(path: folder.file("phone.sqlite"), durability: .appCrash)
    let account = NoteAccount(book, keychain: Keychain(path: folder.file("keychain"))) {
      address throws(ExchangeFailure) in try HTTPRoute(address)
    }
    try account.keep(ServiceLogin(server: address, user: "alice", secret: "secret"))
    #expect(
      refusal { () throws(NoteError) in try account.synchronise(with: address) }
        == .addressNotAllowed(address))
  }

  @Test func `a server that can't start reports the reason and exits`() throws {
    let foreign = folder.file("foreign.sqlite")
    let phone = try NoteBook(path: foreign)
    try phone.close()
    let (socket, port) = try RudeServer.bound()
    defer { close(socket) }
    try #require(listen(socket, 1) == 0)
    for (store, accounts, port, said) in [
      ("s", nil, 0, "Error: FIELD_NOTES_ACCOUNTS names no accounts."),
      ("s", "alice", 0, "Error: Accounts are written as 'alice:secret,bob:hidden'."),
      ("s", "a:x,a:y", 0, "Error: There are two accounts of a."),
      (foreign, "a:x", 0, "Error: The store \(foreign) is another application's."),
      (folder.path.string, "a:x", 0, "Error: The store \(folder.path) can't be used: "),
      ("s", "a:x", Int(port), "Error: The port \(port) can't be had: "),
    ] as [(String, String?, Int, String)] {
      let completion = try Completion.of(
        [
          BuiltProducts.path(of: "field-notes-server").string, "--store", store, "--port",
          "\(port)",
        ], environment: ["FIELD_NOTES_ACCOUNTS": accounts], in: folder.path)
      #expect(completion.errors.hasPrefix(said), "\(completion.errors)")
      #expect(completion.status != 0 && completion.output == "")
    }
  }
}

import AppExchange
import AppRequests
import Foundation
import GRDB
import Inventory
import InventoryExchange
import SecretKeeping
import ServerTestSupport
import SystemPackage
import TestSupport
import Testing

/// The app and real servers that fail, over real HTTP: the reason is told as a typed error.
@Suite struct FailureTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
  private static let marked = head + "Server: inventory/1\r\n"

  enum Expected { case cutOff, timedOut, noHTTP, notUnderstood(String) }

  @Test(arguments: [
    ("", true, Expected.cutOff),
    ("\(marked)Content-Length: 20\r\n\r\n[{\"id\":1", true, .cutOff),
    // It never answers, or never ends.
    ("", false, .timedOut), ("HTTP/1.1 2", false, .timedOut),
    ("\(marked)Content-Length: 20\r\n\r\n[{\"id\":1", false, .timedOut),
    ("SSH-2.0-OpenSSH_9.2\r\n", true, .noHTTP),
    (
      "\(head)Content-Length: 2\r\n\r\n[]", true,
      .notUnderstood("it is no server of this inventory")
    ),
    (
      "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", true,
      .notUnderstood("it is no server of this inventory")
    ),
    (
      "\(marked)Content-Length: 7\r\n\r\n[\"IT\"] ", true,
      .notUnderstood("7 bytes are no such JSON")
    ),
    (
      "HTTP/1.1 500 Oh\r\nServer: inventory/1\r\nContent-Length: 2\r\n\r\n{}", true,
      .notUnderstood("status 500 without a reason")
    ),
  ])
  func `each kind of bad, partial or missing answer of a server is reported`(
    answer: String, thenEnds: Bool, expected: Expected
  ) throws {
    let rude = try RudeServer(answer, thenEnds: thenEnds)
    var patience = HTTPRoute.Patience()
    if !thenEnds { patience.answer = 50 }
    let server = RemoteInventory(
      name: "it", route: try HTTPRoute(rude.address, patience: patience))
    let error = refusal(server.units)
    switch (expected, error) {
    case (.cutOff, .cutOff("it", _)?), (.noHTTP, .notUnderstood("it", _)?): break
    case (.timedOut, _): #expect(error == .timedOut(server: "it", milliseconds: 50))
    case (.notUnderstood(let reason), _):
      #expect(error == .notUnderstood(server: "it", reason: reason))
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a server of notes is refused as a server of an inventory`() throws {
    let notes = try ServerProcess(
      "field-notes-server", ["--store", folder.file("notes.sqlite")],
      environment: ["FIELD_NOTES_ACCOUNTS": "alice:secret"], in: folder)
    defer { notes.kill() }
    let client = InventoryClient(
      servers: RemoteDirectory { address throws(ExchangeFailure) in try HTTPRoute(address) },
      folder: folder.path.string)
    let login = LoginInformation(user: "alice", password: "secret", server: notes.address)
    let error = refusal { () throws(InventoryError) in try client.connect(login) }
    #expect(
      error
        == .notUnderstood(server: notes.address, reason: "it is no server of this inventory"))
    #expect(
      error?.description == "\(notes.address) does not answer as a server of the inventory does: "
        + "it is no server of this inventory.")
    #expect(client.session == nil)
  }

  @Test(arguments: ["local", "ftp://h", "http://", "127.0.0.1:80", "http://h/path", "http://a:b@h"])
  func `an invalid server address is refused before any login is stored`(address: String) throws {
    let client = InventoryClient(
      servers: RemoteDirectory { address throws(ExchangeFailure) in try HTTPRoute(address) },
      folder: folder.path.string)
    let login = LoginInformation(user: "alice", password: "secret", server: address)
    let error = refusal { () throws(InventoryError) in try client.connect(login) }
    #expect(error == .addressNotAllowed(address))
    #expect(
      error?.description
        == "\"\(address)\" is no address of a server; one is http://127.0.0.1:8080.")
    #expect(try client.keychain.logins().isEmpty)
  }

  @Test func `if no server listens, the login is refused and the old connection stays`()
    throws
  {
    let served = try ServedInventory(in: folder)
    defer { served.process.kill() }
    let client = try served.client("app")
    try client.connect(served.alice())
    let (socket, port) = try RudeServer.bound()
    defer { close(socket) }
    var login = served.alice()
    login.server = "http://127.0.0.1:\(port)"
    // The words of the reason differ between versions of libcurl.
    guard
      case .notReached(login.server, _)? = refusal({ () throws(InventoryError) in
        try client.connect(login)
      })
    else {
      Issue.record("somebody listens")
      return
    }
    #expect(try client.devices(.mine).count == 10)
    #expect(try client.keychain.logins().map(\.server) == [served.address])
  }

  @Test func `a killed server keeps its finished loans, and its sessions end`() throws {
    let served = try ServedInventory(in: folder)
    let remote = try served.remote()
    let token = try remote.connect(user: "alice", password: "secret", unit: nil).token
    let free = try remote.free(token)
    try remote.lend(free[0], to: nil, comment: "kept", as: token)
    // A request is under way that the store's lock holds up, and then the server goes.
    let other = try DatabaseQueue(path: served.store)
    let relay = try Relay(to: served.address)
    let slow = RemoteInventory(name: "it", route: try HTTPRoute(relay.address))
    let lending = Later { [id = free[1]] in
      refusal { () throws(InventoryError) in
        try slow.lend(id, to: nil, comment: "lost", as: token)
      }
    }
    try other.inTransaction(.immediate) { _ in
      lending.begin()
      relay.awaitRequest()
      served.process.kill()
      return .rollback
    }
    let error = lending.value() ?? nil
    guard case .cutOff("it", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    guard case .notReached("http", _)? = refusal(remote.units) else {
      Issue.record("the server is still there")
      return
    }
    let next = try ServedInventory(in: folder)
    defer { next.process.kill() }
    let again = try next.remote()
    #expect(
      refusal { () throws(InventoryError) in try again.devices(.all, as: token) }
        == .sessionUnknown(.list(.all)))
    let new = try again.connect(user: "alice", password: "secret", unit: nil).token
    #expect(try again.free(new) == Array(free.dropFirst()))
    #expect(
      try again.devicesLent(to: ["alice"], as: new).filter { $0.comment == "kept" }
        .map(\.deviceID) == [free[0]])
  }

  @Test func `if its store is locked, the server reports it, and when to ask again`() throws {
    let served = try ServedInventory(in: folder)
    defer { served.process.kill() }
    let remote = try served.remote()
    let token = try remote.connect(user: "alice", password: "secret", unit: nil).token
    let id = try #require(remote.free(token).first)
    let other = try DatabaseQueue(path: served.store)
    try other.inTransaction(.immediate) { _ in
      let error = refusal { () throws(InventoryError) in
        try remote.lend(id, to: nil, comment: "", as: token)
      }
      #expect(
        error
          == .serverRefused(
            server: "http", status: 503, reason: "Another program keeps the store locked."))
      #expect(
        error?.description
          == "http does not do as asked (503): Another program keeps the store locked.")
      let response = try HTTPRoute(served.address).answer(
        to: ExchangeRequest("DELETE", "/devices/\(id.number)/loan", token: token.text))
      #expect(response.status == 503 && response.fields["retry-after"] == "1")
      return .rollback
    }
    #expect(try remote.lend(id, to: nil, comment: "", as: token).deviceID == id)
  }

  @Test func `if its store fails, the server reports it without any details`() throws {
    let served = try ServedInventory(in: folder)
    defer { served.process.kill() }
    let remote = try served.remote()
    let token = try remote.connect(user: "alice", password: "secret", unit: nil).token
    let other = try DatabaseQueue(path: served.store)
    try other.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE loan RENAME TO hidden") }
    #expect(
      refusal { () throws(InventoryError) in try remote.devicesLent(to: ["alice"], as: token) }
        == .serverRefused(
          server: "http", status: 500, reason: "The store is damaged or full, or can't be used."))
    try other.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE hidden RENAME TO loan") }
    #expect(try remote.devicesLent(to: ["alice"], as: token).count == 10)
  }

  @Test func `a request above the server's limit is refused, and the next one is answered`() throws
  {
    let served = try ServedInventory(in: folder)
    defer { served.process.kill() }
    let remote = try served.remote()
    let token = try remote.connect(user: "alice", password: "secret", unit: nil).token
    let picture = [UInt8](repeating: 7, count: 12 << 20)
    let new = NewDevice(name: "N", location: "L", serialNumber: "S", picture: picture)
    #expect(
      refusal { () throws(InventoryError) in try remote.add(new, as: token) }
        == .serverRefused(
          server: "http", status: 413, reason: "A request has at most 16777216 bytes."))
    #expect(try remote.devices(.all, as: token).count == 100)
  }

  @Test func `a server that can't start reports the reason and exits`() throws {
    let foreign = folder.file("foreign.sqlite")
    try DatabaseQueue(path: foreign).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = 7; CREATE TABLE t(x)")
    }
    let (socket, port) = try RudeServer.bound()
    defer { close(socket) }
    try #require(listen(socket, 1) == 0)
    let store = folder.file("s")
    for (words, said) in [
      (
        ["--store", foreign],
        "Error: Cannot open the inventory \(foreign): it is a database of another application."
      ),
      (
        ["--store", store, "--port", "\(port)"], "Error: The port \(port) can't be had: "
      ),
      (
        ["--store", store + "2", "--devices=-1"],
        "Error: Cannot fill a store with a fixture: -1 devices are not 0 to 10,000,000."
      ),
    ] {
      let completion = try Completion.of(
        [BuiltProducts.path(of: "inventory-server").string] + words, in: folder.path)
      #expect(completion.errors.hasPrefix(said), "\(completion.errors)")
      #expect(completion.status != 0 && completion.output == "")
    }
  }
}

import Glibc
import SecretKeeping
import TestSupport
import Testing

@testable import Inventory

@Suite("Starting")
struct StartTests {
  let inventory: FilledInventory

  init() throws {
    inventory = try FilledInventory()
  }

  @Test("US2: the app starts at the login without a stored login, and at the list with one")
  func starts() throws {
    #expect(try inventory.client().start() == nil)
    try inventory.client().connect(alice)
    let later = inventory.client()
    #expect(try later.start()?.user == "alice")
    #expect(later.session?.shown?.name == "IT")
    #expect(try later.devices(.all).count == 100)
  }

  @Test("The app starts with the server used last")
  func lastServer() throws {
    let other = InventoryServer(
      name: "other", store: inventory.store, clock: TickingClock().tick)
    var bob = LoginInformation(user: "bob", password: "secret", server: "other")
    let client = inventory.client(of: [other])
    try client.connect(alice)
    try client.connect(bob)
    #expect(try inventory.client(of: [other]).start()?.user == "bob")
    try client.connect(server: "local")
    #expect(try inventory.client(of: [other]).start()?.user == "alice")
    bob.password = "wrong"
    #expect(throws: InventoryError.self) { try client.connect(bob) }
    #expect(try inventory.client(of: [other]).start()?.user == "alice")
  }

  @Test("A forgotten login leads to the login page, and a changed password to a refusal")
  func unusableLogin() throws {
    let client = inventory.client()
    try client.connect(alice)
    try client.keychain.forget(server: "local")
    #expect(try inventory.client().start() == nil)
    var login = alice
    login.password = "changed"
    try client.keychain.keep(login)
    #expect(
      refusal { () throws(InventoryError) in try inventory.client().start() }
        == "Cannot connect to local as alice: the user name or the password is wrong.")
  }

  @Test("Only the owner can read the settings, and settings that others may read are refused")
  func settings() throws {
    let path = inventory.folder.file("settings")
    try inventory.client().connect(alice)
    #expect(mode(of: path) == 0o600)
    #expect(String(decoding: bytes(of: path), as: UTF8.self) == "local")
    chmod(path, 0o644)
    #expect(
      refusal { () throws(InventoryError) in try inventory.client().start() }
        == "Cannot use the settings file \(path): its mode is 0644, not 0600.")
  }

  @Test("The demo works without a server, keeps its loans, and is used at the next start")
  func demo() throws {
    func client() -> InventoryClient {
      InventoryClient(servers: KnownServers([]), folder: inventory.folder.file(""))
    }
    let first = client()
    let session = try first.connectDemo()
    #expect((session.user, session.shown) == ("alice", nil))
    #expect(try first.devices(.all).count == 24)
    #expect(try first.devices(.mine).count == 2)
    let id = try #require(try first.devices(.available).first).id
    try first.lend(id, comment: "")
    let later = client()
    #expect(try later.start()?.user == "alice")
    #expect(try later.devices(.mine).count == 3)
    #expect(
      refusal { () throws(InventoryError) in try later.connect(alice) }
        == "Cannot connect to local: no such server; known are none.")
  }
}

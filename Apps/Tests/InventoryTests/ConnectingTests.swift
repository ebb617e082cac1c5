import SecretKeeping
import TestSupport
import Testing

@testable import Inventory

@Suite("Connecting")
struct ConnectingTests {
  @Test("US1: a user connects with user, password, server and unit")
  func connects() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    #expect(client.session == nil)
    let session = try client.connect(alice)
    #expect(session.user == "alice")
    #expect(session.unit.name == "IT")
    #expect(client.session == session)
    #expect(try client.devices(.all).count == 100)
    client.disconnect()
    #expect(client.session == nil)
  }

  @Test("A wrong password and an unknown user are refused alike")
  func wrongCredentials() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    var login = alice
    login.password = "Secret"
    #expect(
      refusal { () throws(InventoryError) in try client.connect(login) }
        == "Cannot connect to local as alice: the user name or the password is wrong.")
    login.user = "nobody"
    #expect(
      refusal { () throws(InventoryError) in try client.connect(login) }
        == "Cannot connect to local as nobody: the user name or the password is wrong.")
  }

  @Test("An unknown server is refused, and the known ones are named")
  func unknownServer() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    var login = alice
    login.server = "remote"
    #expect(
      refusal { () throws(InventoryError) in try client.connect(login) }
        == "Cannot connect to remote: no such server; known are local.")
  }

  @Test("A session shows the unit chosen at login, whatever the user's own unit")
  func shownUnit() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    var login = alice
    login.unit = "Sales"
    let session = try client.connect(login)
    #expect(session.shown?.name == "Sales")
    #expect(session.unit.name == "IT")
    login.unit = nil
    #expect(try client.connect(login).shown == nil)
    login.unit = "Moon"
    #expect(
      refusal { () throws(InventoryError) in try client.connect(login) }
        == "Cannot connect as alice: there is no organisational unit \"Moon\".")
  }

  @Test("The units can be listed without a connection")
  func unitsBeforeLogin() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    #expect(
      try client.units(server: "local").map(\.name)
        == ["Administration", "IT", "Research", "Sales", "Workshop"])
    #expect(client.session == nil)
  }

  @Test("A login with an empty field is refused before any server is asked")
  func emptyFields() throws {
    let client = try FilledInventory().client()
    func refusalToConnect(_ change: (inout LoginInformation) -> Void) -> String {
      var login = alice
      // A server that nobody knows: it is not looked for.
      login.server = "remote"
      change(&login)
      return refusal { () throws(InventoryError) in try client.connect(login) }
    }
    #expect(refusalToConnect { $0.user = "" } == "Cannot connect: the user name is empty.")
    #expect(refusalToConnect { $0.user = " " } == "Cannot connect: the user name is empty.")
    #expect(
      refusalToConnect { $0.password = "" } == "Cannot connect as alice: the password is empty.")
    #expect(
      refusalToConnect { $0.server = " " } == "Cannot connect as alice: the server is empty.")
  }

  @Test("Without a connection every call is refused")
  func notConnected() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    let id = DeviceID(1)
    #expect(
      refusal { () throws(InventoryError) in try client.devices(.all) }
        == "Cannot list all devices: not connected to a server.")
    #expect(
      refusal { () throws(InventoryError) in try client.lend(id, comment: "") }
        == "Cannot lend device KMU-000001: not connected to a server.")
    #expect(
      refusal { () throws(InventoryError) in try client.giveBack(id) }
        == "Cannot take device KMU-000001 back: not connected to a server.")
    #expect(
      refusal { () throws(InventoryError) in try client.device(id) }
        == "Cannot look up device KMU-000001: not connected to a server.")
    #expect(
      refusal { () throws(InventoryError) in try client.units(server: "remote") }
        == "Cannot connect to remote: no such server; known are local.")
    #expect(
      refusal { () throws(InventoryError) in try client.devicesLent(to: []) }
        == "Cannot list the devices lent: not connected to a server.")
    #expect(
      refusal { () throws(InventoryError) in try client.pictures(of: []) }
        == "Cannot fetch pictures: not connected to a server.")
  }

  @Test("A session that has ended or expired is refused")
  func sessionEnds() throws {
    let folder = try ScratchFolder()
    let store = try InventoryStore(path: folder.file("inventory.sqlite"))
    try InventoryFixture(devices: 10, users: 2, seed: 1).fill(store)
    let clock = TickingClock()
    let server = InventoryServer(name: "local", store: store, clock: clock.tick)
    let ended = try server.connect(user: "alice", password: "secret", unit: "IT").token
    server.disconnect(ended)
    #expect(
      refusal { () throws(InventoryError) in try server.devices(.mine, as: ended) }
        == "Cannot list my devices: the session has ended; connect again.")
    let expired = try server.connect(user: "alice", password: "secret", unit: "IT").token
    clock.advance(bySeconds: 12 * 60 * 60)
    #expect(
      refusal { () throws(InventoryError) in try server.devices(.available, as: expired) }
        == "Cannot list the available devices: the session of alice has expired; connect again.")
  }

  @Test("A session is valid only on its own server, even if another uses the same store")
  func sessionsAreTheServersOwn() throws {
    let inventory = try FilledInventory()
    let token = try inventory.session("alice")
    let other = InventoryServer(
      name: "other", store: try InventoryStore(path: inventory.path), clock: TickingClock().tick)
    #expect(throws: InventoryError.sessionUnknown(.listLoans)) {
      try other.devicesLent(to: [], as: token)
    }
    #expect("\(token)" == "session token")
  }

  @Test("US5: edited login information replaces the old only when the server accepts it")
  func editsLogin() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    try client.connect(alice)
    let text = refusal { () throws(InventoryError) in
      try client.editLogin(server: "local") { $0.password = "wrong" }
    }
    #expect(text == "Cannot connect to local as alice: the user name or the password is wrong.")
    #expect(try client.keychain.login(server: "local") == alice)
    #expect(client.session?.user == "alice")
    let session = try client.editLogin(server: "local") {
      $0.user = "bob"
      $0.unit = "Research"
    }
    #expect(session.user == "bob")
    #expect(client.session?.user == "bob")
    #expect(try client.keychain.logins().map(\.user) == ["bob"])
  }

  @Test("A login edited to another server is kept for that server only")
  func movesLogin() throws {
    let inventory = try FilledInventory()
    let other = InventoryServer(name: "other", store: inventory.store, clock: TickingClock().tick)
    let client = inventory.client(of: [other])
    try client.connect(alice)
    try client.editLogin(server: "local") { $0.server = "other" }
    #expect(try client.keychain.logins().map(\.server) == ["other"])
    #expect(try inventory.client(of: [other]).start()?.user == "alice")
  }

  @Test("US5: a change that the server refuses leaves login and connection unchanged")
  func refusedChange() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    let session = try client.connect(alice)
    let changes: [(change: (inout LoginInformation) -> Void, text: String)] = [
      ({ $0.password = "wrong" }, "the user name or the password is wrong."),
      ({ $0.server = "remote" }, "no such server; known are local."),
      ({ $0.unit = "Moon" }, "there is no organisational unit \"Moon\"."),
      ({ $0.password = "" }, "the password is empty."),
    ]
    for (change, text) in changes {
      let refusal = refusal { () throws(InventoryError) in
        try client.editLogin(server: "local", change)
      }
      #expect(refusal.hasSuffix(text), "\(refusal)")
    }
    #expect(client.session == session)
    #expect(try client.devices(.all).count == 100)
    #expect(try client.keychain.logins() == [alice])
  }

  @Test("A later start connects with the stored login")
  func connectsWithKeptLogin() throws {
    let inventory = try FilledInventory()
    try inventory.client().connect(alice)
    let later = inventory.client()
    #expect(try later.connect(server: "local").user == "alice")
    #expect(
      refusal { () throws(InventoryError) in try later.connect(server: "remote") }
        == "Cannot connect to remote: the keychain has no login for it.")
  }

  @Test("A login that is refused is not stored")
  func refusedLoginIsNotKept() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    var login = alice
    login.password = "wrong"
    #expect(throws: InventoryError.self) { try client.connect(login) }
    #expect(try client.keychain.logins().isEmpty)
  }

  @Test("The About page names the app")
  func about() throws {
    let inventory = try FilledInventory()
    let about = inventory.client().about
    #expect(about.name == "Inventory")
    #expect(about.libraries == about.libraries.sorted())
  }
}

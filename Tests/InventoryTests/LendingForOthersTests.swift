import GRDB
import TestSupport
import Testing

@testable import Inventory

@Suite("Lending for others")
struct LendingForOthersTests {
  let inventory: FilledInventory
  let server: InventoryServer
  let alice: SessionToken
  let bob: SessionToken
  let device: ListedDevice
  private var code: DeviceCode { DeviceCode(device.id) }

  init() throws {
    inventory = try FilledInventory()
    server = inventory.server
    alice = try inventory.session("alice")
    bob = try inventory.session("bob")
    device = try #require(try server.devices(.available, as: alice).first)
  }

  @Test("What alice lends for bob is bob's: he has it, and the loan tells who lent it")
  func lends() throws {
    let loan = try server.lend(device.id, to: "bob", comment: "for his talk", as: alice)
    #expect((loan.borrower, loan.lentBy) == ("bob", "alice"))
    #expect(try server.device(device.id, as: alice).loan == loan)
    #expect(try server.devicesLent(to: ["bob"], as: alice).contains(loan))
    #expect(try server.devices(.mine, as: bob).map(\.id).contains(device.id))
    #expect(try !server.devices(.mine, as: alice).map(\.id).contains(device.id))
    #expect(try server.device(device.id, as: bob).listed.state.frame == .orange)
    #expect(try server.device(device.id, as: alice).listed.state.frame == .red)
  }

  @Test("Only the borrower returns it, not who lent it for him")
  func returns() throws {
    let loan = try server.lend(device.id, to: "bob", comment: "for his talk", as: alice)
    #expect(
      refusal { () throws(InventoryError) in try server.giveBack(device.id, as: alice) }
        == "Cannot take device \(code) (\(device.name)) back from alice: it is lent to bob, "
        + "and only the borrower returns a device.")
    let returned = try server.giveBack(code: code, as: bob)
    #expect((returned.borrower, returned.lentBy) == ("bob", "alice"))
    #expect(returned.lentAt == loan.lentAt && returned.returnedAt != nil)
    #expect(try server.device(device.id, as: alice).listed.state == .available)
  }

  @Test("Lending for oneself by name is lending for oneself")
  func oneself() throws {
    let loan = try server.lend(code: code, to: "alice", comment: "", as: alice)
    #expect((loan.borrower, loan.lentBy) == ("alice", "alice"))
    #expect(try server.device(device.id, as: alice).loan == loan)
    #expect(try server.giveBack(device.id, as: alice).lentBy == "alice")
  }

  @Test("A device is lent neither for a user that there is not, nor twice")
  func refusals() throws {
    #expect(
      refusal { () throws(InventoryError) in
        try server.lend(device.id, to: "nobody", comment: "", as: alice)
      } == "Cannot lend device \(code): there is no user \"nobody\".")
    #expect(try server.device(device.id, as: alice).listed.state == .available)
    try server.lend(device.id, to: "bob", comment: "", as: alice)
    #expect(
      refusal { () throws(InventoryError) in
        try server.lend(device.id, to: "carol", comment: "", as: alice)
      } == "Cannot lend device \(code) (\(device.name)) to carol: bob has it.")
    #expect(
      refusal { () throws(InventoryError) in
        try server.lend(device.id, to: "bob", comment: "", as: alice)
      } == "Cannot lend device \(code) (\(device.name)) to bob: bob has it already.")
  }

  @Test("Loans of a store from before were lent by their borrowers")
  func olderStore() throws {
    let path = inventory.folder.file("older.sqlite")
    let queue = try DatabaseQueue(path: path)
    try InventoryStore.migrator.migrate(queue, upTo: "1 units, users, devices, loans and pictures")
    try queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO unit(id, name) VALUES (1, 'IT');
          INSERT INTO user(id, name, passwordHash, unitId) VALUES (1, 'alice', ?, 1);
          INSERT INTO device(id, name, location, serialNumber, unitId, borrowerId, description)
          VALUES (7, 'Drone', 'Hangar', 'D-1', 1, 1, '');
          INSERT INTO loan(deviceId, userId, lentAt, comment) VALUES (7, 1, 1000, 'old');
          """, arguments: [FixtureNames.passwordHash])
    }
    try queue.close()
    let server = InventoryServer(name: "local", store: try InventoryStore(path: path))
    let token = try server.connect(
      user: "alice", password: InventoryFixture.password, unit: nil
    ).token
    let loan = try #require(try server.device(DeviceID(7), as: token).loan)
    #expect((loan.borrower, loan.lentBy, loan.comment) == ("alice", "alice", "old"))
    #expect(try server.giveBack(DeviceID(7), as: token).lentBy == "alice")
  }
}

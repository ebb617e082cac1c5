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

  @Test("A device that alice lends for bob is bob's, and the loan names alice as lender")
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

  @Test("Only the borrower can return a device, not the user who lent it for him")
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

  @Test("Lending to an unknown user, and lending twice, are refused")
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
}

import AppStorage
import Testing

@testable import Inventory

@Suite("Listing")
struct ListingTests {
  @Test("US2: all devices are listed, by name, then id")
  func listsAll() throws {
    let inventory = try FilledInventory(devices: 500)
    let client = inventory.client()
    try client.connect(alice)
    let devices = try client.devices(.all)
    #expect(devices.count == 500)
    #expect(Set(devices.map(\.id)).count == 500)
    for (one, next) in zip(devices, devices.dropFirst()) {
      #expect((one.name, one.id) < (next.name, next.id))
    }
  }

  @Test("US7: each filter lists the devices of its state, as many as the fixture lent")
  func filters() throws {
    let inventory = try FilledInventory(devices: 500)
    let client = inventory.client()
    try client.connect(alice)
    let all = try client.devices(.all)
    let mine = try client.devices(.mine)
    let available = try client.devices(.available)
    let lent = try client.devices(.notAvailable)
    #expect(mine == all.filter { $0.state == .lentByMe })
    #expect(available == all.filter { $0.state == .available })
    #expect(lent == all.filter { $0.state != .available })
    #expect(mine.count == inventory.fixture.lentToFirstUser)
    #expect(available.count == inventory.fixture.available)
    #expect(lent.count - mine.count == inventory.fixture.lentToOthers)
  }

  @Test("The devices of all units together are all devices")
  func unitFilter() throws {
    let inventory = try FilledInventory(devices: 300)
    let client = inventory.client()
    try client.connect(alice)
    let units = try client.units(server: "local")
    #expect(units.map(\.name) == InventoryFixture.defaultUnits.sorted())
    var ids: Set<DeviceID> = []
    for unit in units {
      let devices = try client.devices(DeviceFilter(unit: unit.name))
      #expect(devices.allSatisfy { $0.unitID == unit.id })
      ids.formUnion(devices.map(\.id))
    }
    #expect(ids.count == 300)
    #expect(
      refusal { () throws(InventoryError) in try client.devices(DeviceFilter(unit: "Moon")) }
        == "Cannot list all devices of Moon: there is no organisational unit \"Moon\".")
  }

  @Test("Filtering by state and unit lists the devices that match both")
  func combinedFilters() throws {
    let inventory = try FilledInventory(devices: 500)
    let client = inventory.client()
    try client.connect(alice)
    for unit in try client.units(server: "local") {
      for state in DeviceFilter.State.allCases {
        let ofState = try client.devices(DeviceFilter(state))
        #expect(
          try client.devices(DeviceFilter(state, unit: unit.name))
            == ofState.filter { $0.unitID == unit.id })
      }
    }
    #expect(
      refusal { () throws(InventoryError) in
        try client.devices(DeviceFilter(.mine, unit: "Moon"))
      } == "Cannot list my devices of Moon: there is no organisational unit \"Moon\".")
  }

  @Test("Rows have a picture if the device has one, and the colour of their state")
  func rows() throws {
    let inventory = try FilledInventory(devices: 300)
    let client = inventory.client()
    try client.connect(alice)
    let devices = try client.devices(.all)
    let rows = try client.rows(devices)
    #expect(rows.map(\.device) == devices)
    // One device in a hundred has a picture, the first of each hundred.
    #expect(
      Set(rows.filter { $0.picture != nil }.map(\.device.id.number)) == [1, 101, 201])
    #expect(rows.allSatisfy { $0.picture.map(\.deviceID) ?? $0.device.id == $0.device.id })
    func colours(_ filter: DeviceFilter) throws -> Set<FrameColour> {
      Set(try client.devices(filter).map(\.state.frame))
    }
    #expect(try colours(.available) == [.green])
    #expect(try colours(.mine) == [.orange])
    #expect(try colours(.notAvailable) == [.orange, .red])
    #expect(LendingState.lentByAnother("bob").frame == .red)
  }

  @Test("A device's state depends on the user who looks")
  func states() throws {
    let inventory = try FilledInventory()
    let alice = try inventory.session("alice")
    let bob = try inventory.session("bob")
    let id = try #require(try inventory.server.devices(.available, as: alice).first).id
    func state(_ token: SessionToken) throws -> LendingState? {
      try inventory.server.devices(.all, as: token).first { $0.id == id }?.state
    }
    #expect(try state(alice) == .available)
    try inventory.server.lend(id, to: nil, comment: "", as: alice)
    #expect(try state(alice) == .lentByMe)
    #expect(try state(bob) == .lentByAnother("alice"))
    #expect(try inventory.server.device(id, as: bob).listed.state == .lentByAnother("alice"))
  }

  @Test("A line of a list takes 80 bytes")
  func lineSize() {
    #expect(MemoryLayout<ListedDevice>.stride == 80)
  }

  @Test("A device's page shows its details, and an unknown id is refused")
  func details() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    try client.connect(alice)
    let line = try #require(try client.devices(.mine).first)
    let device = try client.device(line.id)
    #expect(device.listed == line)
    #expect(device.loan?.borrower == "alice")
    #expect(!device.description.isEmpty)
    #expect(device.unit.id == line.unitID)
    #expect(
      refusal { () throws(InventoryError) in try client.device(DeviceID(1_234_567)) }
        == "Cannot look up device KMU-1234567: the inventory holds no such device.")
  }

  @Test("Lent devices are listed by user, then by name")
  func devicesLent() throws {
    let inventory = try FilledInventory(devices: 400)
    let client = inventory.client()
    try client.connect(alice)
    let loans = try client.devicesLent(to: ["bob", "alice"])
    let mine = loans.filter { $0.borrower == "alice" }
    #expect(mine.map(\.deviceID) == (try client.devices(.mine).map(\.id)))
    #expect(loans.suffix(mine.count) == mine[...])
    #expect(loans.allSatisfy { $0.returnedAt == nil && $0.lentAt < InventoryFixture.now })
    #expect(
      refusal { () throws(InventoryError) in try client.devicesLent(to: ["nobody"]) }
        == "Cannot list the devices lent: there is no user \"nobody\".")
  }
}

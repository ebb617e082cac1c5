import AppStorage
import Testing

@testable import Inventory

@Suite("Lending and returning")
struct LendingTests {
  @Test("US3A, US4A: a device lent from the list is brought back from the list")
  func lendsAndReturns() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    try client.connect(alice)
    let before = try client.devices(.mine).count
    let device = try #require(try client.devices(.available).first)
    let loan = try client.lend(device.id, comment: "for the lecture, 世界")
    #expect(loan.deviceName == device.name)
    #expect(loan.borrower == "alice")
    #expect(loan.returnedAt == nil)
    #expect(try client.device(device.id).loan == loan)
    #expect(try client.devicesLent(to: ["alice"]).contains(loan))
    #expect(try client.devices(.mine).count == before + 1)
    let returned = try client.giveBack(device.id)
    #expect(returned.lentAt == loan.lentAt)
    #expect(returned.comment == loan.comment)
    #expect(try #require(returned.returnedAt) > loan.lentAt)
    #expect(try client.devices(.mine).count == before)
    #expect(try client.device(device.id).loan == nil)
  }

  @Test("US3B, US4B: a device lent by QR code is brought back by QR code")
  func lendsAndReturnsByCode() throws {
    let inventory = try FilledInventory()
    let client = inventory.client()
    try client.connect(alice)
    let device = try #require(try client.devices(.available).first)
    let label = try QRCodePrinter().print(DeviceCode(device.id))
    let frame = try CameraFrame.showing(label, seed: 7)
    let code = try QRCodeReader().read(frame)
    #expect(try client.device(code: code).id == device.id)
    let loan = try client.lend(code: code, comment: "scanned")
    #expect(loan.deviceID == device.id)
    #expect(try client.giveBack(code: code).deviceID == device.id)
    #expect(try client.device(device.id).listed.state == .available)
  }

  @Test("A lent device can't be lent again, whoever asks")
  func alreadyLent() throws {
    let inventory = try FilledInventory()
    let server = inventory.server
    let alice = try inventory.session("alice")
    let bob = try inventory.session("bob")
    let device = try #require(try server.devices(.available, as: alice).first)
    try server.lend(device.id, to: nil, comment: "", as: alice)
    let code = DeviceCode(device.id)
    #expect(
      refusal { () throws(InventoryError) in
        try server.lend(device.id, to: nil, comment: "", as: bob)
      }
        == "Cannot lend device \(code) (\(device.name)) to bob: alice has it.")
    #expect(
      refusal { () throws(InventoryError) in
        try server.lend(code: code, to: nil, comment: "", as: alice)
      }
        == "Cannot lend device \(code) (\(device.name)) to alice: alice has it already.")
  }

  @Test("Only the borrower can return a device, and only while it is lent")
  func onlyTheBorrowerReturns() throws {
    let inventory = try FilledInventory()
    let server = inventory.server
    let alice = try inventory.session("alice")
    let bob = try inventory.session("bob")
    let device = try #require(try server.devices(.available, as: alice).first)
    let code = DeviceCode(device.id)
    #expect(
      refusal { () throws(InventoryError) in try server.giveBack(device.id, as: bob) }
        == "Cannot take device \(code) (\(device.name)) back from bob: it is not lent.")
    try server.lend(device.id, to: nil, comment: "", as: alice)
    #expect(
      refusal { () throws(InventoryError) in try server.giveBack(code: code, as: bob) }
        == "Cannot take device \(code) (\(device.name)) back from bob: it is lent to alice, "
        + "and only the borrower returns a device.")
    #expect(try server.device(device.id, as: bob).listed.state == .lentByAnother("alice"))
  }

  @Test("A device that does not exist can't be lent or returned")
  func noSuchDevice() throws {
    let inventory = try FilledInventory()
    let token = try inventory.session("alice")
    let id = DeviceID(999)
    #expect(
      refusal { () throws(InventoryError) in
        try inventory.server.lend(id, to: nil, comment: "", as: token)
      }
        == "Cannot lend device KMU-000999: the inventory holds no such device.")
    #expect(
      refusal { () throws(InventoryError) in try inventory.server.giveBack(id, as: token) }
        == "Cannot take device KMU-000999 back: the inventory holds no such device.")
  }

  @Test("A comment that is too long is refused before the device is lent")
  func longComment() throws {
    let inventory = try FilledInventory()
    let token = try inventory.session("alice")
    let id = try #require(try inventory.server.devices(.available, as: token).first).id
    let comment = String(repeating: "x", count: 4001)
    #expect(
      refusal { () throws(InventoryError) in
        try inventory.server.lend(id, to: nil, comment: comment, as: token)
      }
        == "Cannot lend device \(DeviceCode(id)): the comment has 4001 bytes, more than 4000.")
    #expect(try inventory.server.device(id, as: token).listed.state == .available)
  }

  @Test("A device is lent only once if many ask at once, through two servers on one store")
  func lentOnce() async throws {
    let inventory = try FilledInventory()
    let other = InventoryServer(
      name: "other", store: try InventoryStore(path: inventory.path), clock: TickingClock().tick)
    let users = [("alice", "IT"), ("bob", "Research"), ("carol", "Sales"), ("dave", "Workshop")]
    let servers = [inventory.server, other]
    var sessions: [(InventoryServer, SessionToken)] = []
    for (user, unit) in users {
      for server in servers {
        sessions.append(
          (server, try server.connect(user: user, password: "secret", unit: unit).token))
      }
    }
    let free = try inventory.server.devices(.available, as: sessions[0].1).prefix(20).map(\.id)
    let outcomes = await withTaskGroup(of: String.self) { group in
      for id in free {
        for (server, token) in sessions {
          group.addTask {
            let text = refusal { () throws(InventoryError) in
              try server.lend(id, to: nil, comment: "race", as: token)
            }
            return text.isEmpty ? "lent" : text.contains(" has it") ? "refused" : text
          }
        }
      }
      return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes == ["lent": free.count, "refused": free.count * (sessions.count - 1)])
    let open = try inventory.store.read { database in
      try PreparedStatement(
        "SELECT count(*) FROM loan WHERE comment = 'race' AND returnedAt IS NULL", in: database
      ).single()
    }
    #expect(open == Int64(free.count))
  }

  @Test("A device is returned only once if its borrower returns it many times at once")
  func returnedOnce() async throws {
    let inventory = try FilledInventory(devices: 200)
    let token = try inventory.session("alice")
    let mine = try inventory.server.devices(.mine, as: token).map(\.id)
    let returned = await withTaskGroup(of: Int.self) { group in
      for id in mine + mine + mine {
        group.addTask {
          refusal { () throws(InventoryError) in
            try inventory.server.giveBack(id, as: token)
          }.isEmpty ? 1 : 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(returned == mine.count)
    #expect(try inventory.server.devices(.mine, as: token).isEmpty)
  }

  @Test("A list read while devices are being lent shows a single moment")
  func consistentLists() async throws {
    let inventory = try FilledInventory(devices: 60)
    let token = try inventory.session("alice")
    let free = try inventory.server.devices(.available, as: token).map(\.id)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for id in free { try inventory.server.lend(id, to: nil, comment: "", as: token) }
        return true
      }
      for _ in 0..<50 {
        group.addTask {
          // In the order of lending, nothing available may come before anything lent.
          let lines = try inventory.server.devices(.all, as: token)
          let states = Dictionary(uniqueKeysWithValues: lines.map { ($0.id, $0.state) })
          let lent = free.map { states[$0] == .lentByMe }
          return zip(lent, lent.dropFirst()).allSatisfy { $0 || !$1 }
        }
      }
      for try await isConsistent in group { #expect(isConsistent) }
    }
  }
}

extension PreparedStatement {
  /// The first column of the first row as a number.
  func single() throws -> Int64? {
    defer { finish() }
    return try step() ? integer(0) : nil
  }
}

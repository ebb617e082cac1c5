import Synchronization
import Testing

@testable import Inventory

@Suite("Two processes")
struct TwoProcessTests {
  @Test("Two processes on one store never lend the same device")
  func lentOnce() async throws {
    let inventory = try FilledInventory(devices: 400)
    let token = try inventory.session("alice")
    let free = try inventory.server.devices(.available, as: token).map(\.id)
    let path = inventory.path
    let isOtherDone = Atomic(false)

    async let lentHere = Self.lendBackwards(free, inventory.server, token) {
      isOtherDone.load(ordering: .acquiring)
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let server = InventoryServer(name: "other", store: try InventoryStore(path: path))
      let bob = try server.connect(user: "bob", password: "secret", unit: "Research").token
      for device in try server.devices(.available, as: bob) {
        _ = try TwoProcessTests.lends(device.id, server, bob)
      }
    }
    isOtherDone.store(true, ordering: .releasing)

    let mine = try await lentHere
    let others = try inventory.server.devicesLent(to: ["bob"], as: token)
      .filter { $0.comment == "race" }.map(\.deviceID)
    #expect(!others.isEmpty)
    #expect(Set(mine).isDisjoint(with: others))
    #expect(Set(mine + others) == Set(free))
    #expect(try inventory.server.devices(.available, as: token).isEmpty)
  }

  /// Begins when the other process has lent its first device, and goes towards it.
  private static func lendBackwards(
    _ ids: [DeviceID], _ server: InventoryServer, _ token: SessionToken,
    isOtherDone: @Sendable () -> Bool
  ) async throws -> [DeviceID] {
    while !isOtherDone() {
      let loans = try server.devicesLent(to: ["bob"], as: token)
      if loans.contains(where: { $0.comment == "race" }) { break }
      await Task.yield()
    }
    var lent: [DeviceID] = []
    for id in ids.reversed() where try lends(id, server, token) { lent.append(id) }
    return lent
  }

  /// False when somebody else has the device; any other refusal is thrown.
  private static func lends(_ id: DeviceID, _ server: InventoryServer, _ token: SessionToken) throws
    -> Bool
  {
    do {
      try server.lend(id, to: nil, comment: "race", as: token)
      return true
    } catch {
      guard case .alreadyLent = error else { throw error }
      return false
    }
  }
}

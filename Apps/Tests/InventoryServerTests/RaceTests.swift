import Inventory
import InventoryExchange
import TestSupport
import Testing

@Suite struct RaceTests {
  @Test func `if two clients lend each device at once, exactly one gets it`() async throws {
    let served = try ServedInventory(devices: 60)
    defer { served.process.kill() }
    let observer = try served.remote()
    let token = try observer.connect(user: "carol", password: "secret", unit: nil).token
    let free = try observer.free(token)
    #expect(free.count == 42)
    let winners = try await withThrowingTaskGroup(of: (DeviceID, String)?.self) { group in
      for user in ["alice", "bob"] {
        // A connection of its own for each user.
        let side = try served.remote()
        let token = try side.connect(user: user, password: "secret", unit: nil).token
        for id in free {
          group.addTask {
            try Self.lend(id, by: side, as: user, token).map { (id, $0) }
          }
        }
      }
      return try await group.reduce(into: [(DeviceID, String)]()) { all, winner in
        if let winner { all.append(winner) }
      }
    }
    #expect(winners.map(\.0).sorted() == free.sorted())
    let loans = try observer.devicesLent(to: ["alice", "bob"], as: token)
      .filter { $0.comment == "race" }
    #expect(loans.count == free.count)
    for (id, borrower) in winners {
      #expect(loans.filter { $0.deviceID == id }.map(\.borrower) == [borrower])
    }
    #expect(try observer.free(token).isEmpty)
  }

  /// Who has the device then: nobody new where somebody else was faster, who is one of the two.
  private static func lend(
    _ id: DeviceID, by side: RemoteInventory, as user: String, _ token: SessionToken
  ) throws -> String? {
    let error: InventoryError
    do {
      return try side.lend(id, to: nil, comment: "race", as: token).borrower
    } catch let refusal {
      error = refusal
    }
    guard case .alreadyLent(id, _, let borrower, user) = error else { throw error }
    #expect(borrower != user && ["alice", "bob"].contains(borrower))
    return nil
  }
}

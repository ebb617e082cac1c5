import AppStorage
import Inventory
import Synchronization
import SystemPackage
import TestSupport

/// A server on a store filled from a fixture, with a clock that goes a second at each look.
struct FilledInventory: Sendable {
  let folder: ScratchFolder
  let path: String
  let store: InventoryStore
  let server: InventoryServer
  let fixture: InventoryFixture

  init(devices: Int = 100, users: Int = 8, seed: UInt64 = 2015) throws {
    folder = try ScratchFolder()
    path = folder.file("inventory.sqlite")
    store = try InventoryStore(path: path)
    fixture = try InventoryFixture(devices: devices, users: users, seed: seed)
    try fixture.fill(store)
    server = InventoryServer(name: "local", store: store, clock: TickingClock().tick)
  }

  /// A session of a user of the fixture.
  func session(_ user: String) throws -> SessionToken {
    try server.connect(user: user, password: InventoryFixture.password, unit: nil).token
  }

  /// A client that keeps its logins beside the store; it knows the server and the others given.
  func client(of others: [InventoryServer] = []) -> InventoryClient {
    InventoryClient(
      servers: KnownServers([server] + others), folder: folder.path.string,
      clock: TickingClock().tick)
  }
}

/// Starts at the fixture's time and goes on a second at each look.
final class TickingClock: Sendable {
  private let seconds = Mutex<Int64>(0)

  @Sendable func tick() -> Timestamp {
    let passed = seconds.withLock { seconds in
      seconds += 1
      return seconds
    }
    return InventoryFixture.now.advanced(byMilliseconds: passed * 1000)
  }

  func advance(bySeconds more: Int64) {
    seconds.withLock { $0 += more }
  }
}

let alice = LoginInformation(user: "alice", password: "secret", server: "local", unit: "IT")

/// The text of the error a call throws; "" when it throws none.
func refusal<Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> some Any
) -> String {
  do {
    _ = try body()
    return ""
  } catch {
    return error.description
  }
}

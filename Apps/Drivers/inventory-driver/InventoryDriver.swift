import DriverKit
import Inventory
import InventoryHosting

/// Serves the inventory app to the harness, with its servers in the same process: a step costs what both
/// sides do.
@main
struct InventoryDriver: HostedApp {
  static let driver = "inventory-driver"
  static let verbs = InventorySession.verbs.map {
    $0.on { (driver: InventoryDriver) in driver.session }
  }

  private let session: InventorySession

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["devices", "users", "loans", "seed"])
    let seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    RepeatableRandomness.begin(seed: seed)
    let store = try InventoryStore(path: directory + "/inventory.sqlite")
    try InventoryFixture(
      devices: fixture.integer("devices", default: 1000),
      users: fixture.integer("users", default: 40),
      loans: fixture.integer("loans", default: 20),
      seed: seed
    ).fill(store)
    // Time stands still, so that all runs lead to the same.
    let servers = KnownServers(
      [ServerWord.local, ServerWord.backup].map {
        InventoryServer(name: $0, store: store) { InventoryFixture.now }
      })
    session = try InventorySession(servers: servers, directory: directory)
  }

  static func main() { DriverKit.serve(InventoryDriver.self) }
}

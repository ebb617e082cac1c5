import AppExchange
import AppRequests
import DriverKit
import DriverNetwork
import InventoryExchange
import InventoryHosting

/// Serves the inventory app to the harness, which asks the scenario's service `server` over HTTP.
///
/// A driver of its own, since the library for HTTP and all that comes with it are in its memory from its
/// start: `inventory-driver` does without.
@main
struct InventoryHTTPDriver: HostedApp {
  static let driver = "inventory-http-driver"
  static let verbs =
    InventorySession.verbs.map { $0.on { (driver: InventoryHTTPDriver) in driver.session } }
    + Network.verbs { $0.network }

  private let network = Network()
  private let session: InventorySession

  /// The service makes its fixture itself; `seed` is that of the app's own random numbers.
  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["seed"])
    let seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    RepeatableRandomness.begin(seed: seed)
    let (network, address) = (network, try ServicePort("server").address)
    let servers = RemoteDirectory(
      names: [ServerWord.local: address, ServerWord.backup: address]
    ) { address throws(ExchangeFailure) in
      network.line(to: try HTTPRoute(address))
    }
    session = try InventorySession(servers: servers, directory: directory)
  }

  static func main() { DriverKit.serve(InventoryHTTPDriver.self) }
}

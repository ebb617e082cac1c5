import AppExchange
import AppRequests
import DriverKit
import DriverNetwork
import Inventory
import InventoryExchange

/// The servers of a story: in the driver's process, so that a step costs what both sides do, or the
/// scenario's service `server`, which the app asks over HTTP.
struct StoryServers {
  /// The server's name in a step's arguments.
  static let name = "local"
  /// Another server on the same store, to move a login to.
  private static let otherName = "backup"

  /// Finds them by their names; servers that are services by their addresses, too.
  let directory: any ServerDirectory
  private let network: Network?

  /// Servers by the fixture's `server`: `process` or `service`. The service makes its fixture itself.
  init(_ fixture: Arguments, seed: UInt64, directory: String) throws {
    enum Place: String, CaseIterable { case process, service }
    let place =
      fixture.names.contains("server")
      ? try fixture.choice("server", of: Place.self) : .process
    switch place {
    case .process:
      network = nil
      let store = try InventoryStore(path: directory + "/inventory.sqlite")
      try InventoryFixture(
        devices: fixture.integer("devices", default: 1000),
        users: fixture.integer("users", default: 40),
        loans: fixture.integer("loans", default: 20),
        seed: seed
      ).fill(store)
      // Time stands still, so that all runs lead to the same.
      self.directory = KnownServers(
        [Self.name, Self.otherName].map {
          InventoryServer(name: $0, store: store) { InventoryFixture.now }
        })
    case .service:
      let network = Network()
      self.network = network
      let address = try ServicePort("server").address
      self.directory = RemoteDirectory(names: [Self.name: address, Self.otherName: address]) {
        address throws(ExchangeFailure) in
        network.line(to: try HTTPRoute(address))
      }
    }
  }

  /// What lies between the app and a server that is a service.
  /// - Throws: ``NoNetwork``.
  func breakableNetwork() throws -> Network {
    guard let network else { throw NoNetwork() }
    return network
  }
}

/// A story breaks the network of an app that has none.
struct NoNetwork: CodedError {
  var code: String { "no-network" }

  var description: String {
    "There is no network to break: the server is in the driver's process. In the fixture "
      + "'server: service' has it as a service."
  }
}

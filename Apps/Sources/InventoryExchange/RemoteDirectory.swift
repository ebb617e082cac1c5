public import AppExchange
public import Inventory
import Synchronization

/// Finds servers in other processes by their addresses, such as `http://127.0.0.1:8080`.
///
/// A server that was asked for before is the same again, so that its way, which keeps a connection open,
/// is one for all calls.
public final class RemoteDirectory: ServerDirectory {
  private let names: [String: String]
  private let route: @Sendable (String) throws(ExchangeFailure) -> any ExchangeRoute
  private let known = Mutex<[String: RemoteInventory]>([:])

  /// A directory.
  /// - Parameters:
  ///   - names: addresses of servers that users know by a name.
  ///   - route: the way to the server of an address.
  public init(
    names: [String: String] = [:],
    route: @escaping @Sendable (String) throws(ExchangeFailure) -> any ExchangeRoute
  ) {
    (self.names, self.route) = (names, route)
  }

  /// The server at an address, or of a name; whether it answers, its calls tell.
  /// - Throws: ``InventoryError/addressNotAllowed(_:)``.
  public func server(at address: String) throws(InventoryError) -> any InventoryService {
    if let server = known.withLock({ $0[address] }) { return server }
    let way: any ExchangeRoute
    do {
      way = try route(names[address] ?? address)
    } catch {
      throw InventoryError(error, server: address)
    }
    let server = RemoteInventory(name: address, route: way)
    return known.withLock { known in
      // Of two who ask at once one is the first.
      if let first = known[address] { return first }
      known[address] = server
      return server
    }
  }
}

/// Finds servers by the address that a user enters (US1, table 3, p. 25).
public protocol ServerDirectory: Sendable {
  /// The server at an address; whether it answers, its calls tell.
  /// - Throws: ``InventoryError/unknownServer(name:known:)`` for an address that can be no server's.
  func server(at address: String) throws(InventoryError) -> any InventoryService
}

/// Servers that are known beforehand, each by its name.
public struct KnownServers: ServerDirectory {
  private let servers: [any InventoryService]

  /// The servers given; of two of one name the first is used.
  public init(_ servers: [any InventoryService]) {
    self.servers = servers
  }

  /// The server of this name.
  public func server(at address: String) throws(InventoryError) -> any InventoryService {
    guard let server = servers.first(where: { $0.name == address }) else {
      throw .unknownServer(name: address, known: servers.map(\.name))
    }
    return server
  }
}

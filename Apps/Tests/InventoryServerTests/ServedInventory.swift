import AppExchange
import AppRequests
import AppStorage
import Foundation
import Inventory
import InventoryExchange
import TestSupport
import Testing

/// A server of the inventory in a process of its own, on a store filled from a fixture.
struct ServedInventory {
  let folder: ScratchFolder
  let process: ServerProcess
  var store: String { folder.file("inventory.sqlite") }
  var address: String { process.address }

  init(devices: Int = 100, in folder: ScratchFolder? = nil) throws {
    self.folder = try folder ?? ScratchFolder()
    process = try ServerProcess(
      "inventory-server",
      [
        "--store", self.folder.file("inventory.sqlite"), "--devices", "\(devices)", "--users", "8",
        "--seed", "2015", "--time-stands-still",
      ], in: self.folder)
  }

  /// The same in this process.
  static func local(devices: Int = 100, in folder: ScratchFolder) throws -> InventoryServer {
    let store = try InventoryStore(path: folder.file("local.sqlite"), durability: .appCrash)
    try InventoryFixture(devices: devices, users: 8, seed: 2015).fill(store)
    return InventoryServer(name: "http", store: store) { InventoryFixture.now }
  }

  /// A way of its own to the server.
  func remote(_ patience: HTTPRoute.Patience = .init()) throws -> RemoteInventory {
    RemoteInventory(name: "http", route: try HTTPRoute(address, patience: patience))
  }

  func client(_ folder: String) throws -> InventoryClient {
    try FileManager.default.createDirectory(
      atPath: self.folder.file(folder), withIntermediateDirectories: true)
    return InventoryClient(servers: directory(), folder: self.folder.file(folder))
  }

  func directory() -> RemoteDirectory {
    RemoteDirectory { address throws(ExchangeFailure) in try HTTPRoute(address) }
  }

  func alice() -> LoginInformation {
    LoginInformation(user: "alice", password: "secret", server: address)
  }
}

/// The error that a call throws; nil when it throws none.
func refusal(_ body: () throws(InventoryError) -> some Any) -> InventoryError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

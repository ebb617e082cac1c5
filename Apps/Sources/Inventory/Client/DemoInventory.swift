import AppStorage
import Synchronization

/// A small inventory of the app's own, for those who have no account yet: "Demo Login" (4.1.4, p. 54).
///
/// It needs no network, and its login goes the way of all others, through the keychain: there the
/// source's app crashed, in the optimised build only.
final class DemoInventory: ServerDirectory {
  /// The demo's address is "demo".
  static let login = LoginInformation(
    user: "alice", password: InventoryFixture.password, server: "demo")

  private let others: any ServerDirectory
  private let path: String
  private let clock: @Sendable () -> Timestamp
  private let opened = Mutex<InventoryServer?>(nil)

  /// The demo beside other servers; its store is made when it is first asked for.
  init(
    beside others: any ServerDirectory, path: String, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.others = others
    self.path = path
    self.clock = clock
  }

  func server(at address: String) throws(InventoryError) -> any InventoryService {
    guard address == Self.login.server else { return try others.server(at: address) }
    return try opened.withLock { (opened) throws(InventoryError) in
      if let opened { return opened }
      let store = try InventoryStore(path: path)
      do throws(InventoryError) {
        try InventoryFixture(devices: 24, users: 4, loans: 2, seed: 2015).fill(store)
      } catch .storeNotEmpty {
        // From an earlier start, with what was lent since.
      }
      let server = InventoryServer(name: address, store: store, clock: clock)
      opened = server
      return server
    }
  }
}

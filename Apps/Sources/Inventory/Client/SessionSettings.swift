import SecretKeeping

/// What the app remembers of the session before: the server that was connected with last (block 9,
/// p. 30). Its login is in the keychain.
struct SessionSettings: Sendable {
  private let file: PrivateFile

  /// The settings at a path, whose folder must exist.
  init(path: String) {
    file = PrivateFile(path: path)
  }

  /// The address of the server connected with last; nil before the first time.
  func lastServer() throws(InventoryError) -> String? {
    guard file.exists else { return nil }
    do {
      return String(decoding: try file.read(), as: UTF8.self)
    } catch {
      throw .settings(error)
    }
  }

  /// Remembers the address. It is on the disk when this returns.
  func keep(lastServer address: String) throws(InventoryError) {
    guard try lastServer() != address else { return }
    do {
      try file.replace(with: Array(address.utf8))
    } catch {
      throw .settings(error)
    }
  }
}

/// Keeps login information encrypted on the user's machine, one for each server.
///
/// Two files of mode 0600: the key, `PATH.key`, and the keychain at `PATH`: eight bytes
/// "KMUKEYS1", a 16-byte mark of the key, then for each server a length of four bytes (lowest
/// first) and a secret box (XSalsa20-Poly1305, nonce first). A change writes the whole file anew
/// and renames it, so it is never half written; changes of two processes follow each other.
public struct Keychain: Sendable {
  private static let magic = Array("KMUKEYS1".utf8)

  /// The keychain's file.
  public let path: String
  private let file: PrivateFile
  private let keyFile: PrivateFile

  /// The keychain at a path, whose folder must exist; the files are created by the first
  /// ``keep(_:)``.
  public init(path: String) {
    self.path = path
    file = PrivateFile(path: path)
    keyFile = PrivateFile(path: path + ".key")
  }

  /// The login kept for a server.
  ///
  /// - Throws: ``InventoryError/noLoginKept(server:)``,
  ///   ``InventoryError/keychainMode(path:mode:)``,
  ///   ``InventoryError/keychainDamaged(path:reason:)``,
  ///   ``InventoryError/keychainWrongKey(path:key:)`` or
  ///   ``InventoryError/keychainFile(path:operation:errno:)``.
  public func login(server: String) throws(InventoryError) -> LoginInformation {
    for login in try logins() where login.server == server { return login }
    throw .noLoginKept(server: server)
  }

  /// All logins kept, by server name; none when there is no keychain yet.
  public func logins() throws(InventoryError) -> [LoginInformation] {
    guard file.exists else { return [] }
    return try logins(with: KeychainKey(from: keyFile))
  }

  /// Keeps a login in place of the one for the same server. It is on the disk when this returns.
  ///
  /// - Throws: as ``login(server:)`` does.
  public func keep(_ login: LoginInformation) throws(InventoryError) {
    // A keychain without its key must not be given a fresh one, which would never open it.
    let key =
      file.exists ? try KeychainKey(from: keyFile) : try KeychainKey(creating: keyFile)
    try keyFile.locked { () throws(InventoryError) in
      var logins = file.exists ? try logins(with: key) : []
      logins.removeAll { $0.server == login.server }
      logins.append(login)
      try write(logins, with: key)
    }
  }

  /// Forgets the login for a server, if there is one.
  ///
  /// - Throws: as ``login(server:)`` does.
  public func forget(server: String) throws(InventoryError) {
    guard file.exists else { return }
    let key = try KeychainKey(from: keyFile)
    try keyFile.locked { () throws(InventoryError) in
      try write(logins(with: key).filter { $0.server != server }, with: key)
    }
  }

  private func write(_ logins: [LoginInformation], with key: KeychainKey) throws(InventoryError) {
    var bytes = Self.magic + key.mark
    for login in logins.sorted(by: { $0.server < $1.server }) {
      let box = key.seal(LoginEncoding.encode(login))
      bytes += LoginEncoding.length(box.count) + box
    }
    try file.replace(with: bytes)
  }

  private func logins(with key: KeychainKey) throws(InventoryError) -> [LoginInformation] {
    let bytes = try file.read()
    guard bytes.starts(with: Self.magic) else {
      throw .keychainDamaged(path: path, reason: "it does not begin like a keychain")
    }
    var rest = bytes.dropFirst(Self.magic.count)
    guard rest.count >= KeychainKey.markBytes else {
      throw .keychainDamaged(path: path, reason: "it is cut off")
    }
    guard Array(rest.prefix(KeychainKey.markBytes)) == key.mark else {
      throw .keychainWrongKey(path: path, key: keyFile.path)
    }
    rest = rest.dropFirst(KeychainKey.markBytes)
    var logins: [LoginInformation] = []
    while !rest.isEmpty {
      guard let sealed = LoginEncoding.takeField(from: &rest) else {
        throw .keychainDamaged(path: path, reason: "it is cut off")
      }
      guard let message = key.open(sealed), let login = LoginEncoding.decode(message) else {
        throw .keychainDamaged(path: path, reason: "box \(logins.count + 1) does not open")
      }
      logins.append(login)
    }
    return logins
  }
}

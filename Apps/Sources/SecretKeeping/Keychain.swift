/// What an app's user needs to log in at a server, as a ``Keychain`` keeps it.
public protocol KeptLogin: Sendable {
  /// The name of the server; a keychain keeps one login for each.
  var server: String { get }
  /// All that is kept, the server's name too.
  var fields: [String] { get }
  /// The login of ``fields``; nil for fields that are none.
  init?(fields: [String])
}

/// Keeps logins encrypted on the user's machine, one for each server.
///
/// Two files of mode 0600: the key, `PATH.key`, and the keychain at `PATH`: eight bytes
/// "KMUKEYS1", a 16-byte mark of the key, then for each server a length of four bytes (lowest
/// first) and a secret box (XSalsa20-Poly1305, nonce first). A change writes the whole file anew
/// and renames it, so it is never half written; changes of two processes follow each other.
public struct Keychain<Login: KeptLogin>: Sendable {
  private static var magic: [UInt8] { Array("KMUKEYS1".utf8) }

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
  /// - Throws: ``KeychainError/noLoginKept(server:)`` and what tells that the files can't be used.
  public func login(server: String) throws(KeychainError) -> Login {
    for login in try logins() where login.server == server { return login }
    throw .noLoginKept(server: server)
  }

  /// All logins kept, by server name; none when there is no keychain yet.
  public func logins() throws(KeychainError) -> [Login] {
    guard file.exists else { return [] }
    return try logins(with: KeychainKey(from: keyFile))
  }

  /// Keeps a login in place of the one for the same server. It is on the disk when this returns.
  /// - Throws: as ``login(server:)`` does.
  public func keep(_ login: Login) throws(KeychainError) {
    // A keychain without its key must not be given a fresh one, which would never open it.
    let key =
      file.exists ? try KeychainKey(from: keyFile) : try KeychainKey(creating: keyFile)
    try locked { () throws(KeychainError) in
      var logins = file.exists ? try logins(with: key) : []
      logins.removeAll { $0.server == login.server }
      logins.append(login)
      try write(logins, with: key)
    }
  }

  /// Forgets the login for a server, if there is one.
  /// - Throws: as ``login(server:)`` does.
  public func forget(server: String) throws(KeychainError) {
    guard file.exists else { return }
    let key = try KeychainKey(from: keyFile)
    try locked { () throws(KeychainError) in
      try write(logins(with: key).filter { $0.server != server }, with: key)
    }
  }

  private func write(_ logins: [Login], with key: KeychainKey) throws(KeychainError) {
    var bytes = Self.magic + key.mark
    for login in logins.sorted(by: { $0.server < $1.server }) {
      let box = key.seal(FieldEncoding.encode(login.fields))
      bytes += FieldEncoding.length(box.count) + box
    }
    do {
      try file.replace(with: bytes)
    } catch {
      throw .file(error)
    }
  }

  /// Runs the body while no other process, and no other task, changes the keychain.
  private func locked(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
    let lock: FileLock
    do {
      lock = try FileLock(keyFile)
    } catch {
      throw .file(error)
    }
    defer { lock.end() }
    try body()
  }

  private func logins(with key: KeychainKey) throws(KeychainError) -> [Login] {
    let bytes: [UInt8]
    do {
      bytes = try file.read()
    } catch {
      throw .file(error)
    }
    guard bytes.starts(with: Self.magic) else {
      throw .damaged(path: path, reason: "it does not begin like a keychain")
    }
    var rest = bytes.dropFirst(Self.magic.count)
    guard rest.count >= KeychainKey.markBytes else {
      throw .damaged(path: path, reason: "it is cut off")
    }
    guard Array(rest.prefix(KeychainKey.markBytes)) == key.mark else {
      throw .wrongKey(path: path, key: keyFile.path)
    }
    rest = rest.dropFirst(KeychainKey.markBytes)
    var logins: [Login] = []
    while !rest.isEmpty {
      guard let sealed = FieldEncoding.takeField(from: &rest) else {
        throw .damaged(path: path, reason: "it is cut off")
      }
      guard let message = key.open(sealed),
        let login = FieldEncoding.decode(message).flatMap(Login.init(fields:))
      else {
        throw .damaged(path: path, reason: "box \(logins.count + 1) does not open")
      }
      logins.append(login)
    }
    return logins
  }
}

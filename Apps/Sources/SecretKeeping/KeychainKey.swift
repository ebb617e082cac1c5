import CSodium

/// The key of a keychain: 32 random bytes in a file of their own.
struct KeychainKey: Sendable {
  static let bytes = Int(crypto_secretbox_KEYBYTES)
  static let nonceBytes = Int(crypto_secretbox_NONCEBYTES)
  static let overheadBytes = nonceBytes + Int(crypto_secretbox_MACBYTES)
  static let markBytes = 16

  private let key: [UInt8]
  /// A digest of the key that tells it from other keys without giving it away.
  let mark: [UInt8]

  /// The key in a file.
  init(from file: PrivateFile) throws(KeychainError) {
    try Sodium.prepare()
    do {
      key = try file.read()
    } catch {
      throw .file(error)
    }
    guard key.count == Self.bytes else {
      throw .damaged(
        path: file.path, reason: "a key of \(key.count) bytes, not \(Self.bytes)")
    }
    var mark = [UInt8](repeating: 0, count: Self.markBytes)
    crypto_generichash(&mark, mark.count, key, UInt64(key.count), nil, 0)
    self.mark = mark
  }

  /// The key in a file, which is created with a fresh one if it is not there.
  init(creating file: PrivateFile) throws(KeychainError) {
    if !file.exists {
      try Sodium.prepare()
      var fresh = [UInt8](repeating: 0, count: Self.bytes)
      randombytes_buf(&fresh, fresh.count)
      defer { sodium_memzero(&fresh, fresh.count) }
      do {
        // Whoever else created it meanwhile has created the key that counts.
        _ = try file.create(with: fresh)
      } catch {
        throw .file(error)
      }
    }
    try self.init(from: file)
  }

  /// Nonce, then the box.
  func seal(_ message: [UInt8]) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: Self.nonceBytes)
    randombytes_buf(&nonce, nonce.count)
    var box = [UInt8](repeating: 0, count: message.count + Int(crypto_secretbox_MACBYTES))
    crypto_secretbox_easy(&box, message, UInt64(message.count), nonce, key)
    return nonce + box
  }

  /// Returns what was sealed, or nil when a bit of it has changed.
  func open(_ sealed: ArraySlice<UInt8>) -> [UInt8]? {
    guard sealed.count >= Self.overheadBytes else { return nil }
    let nonce = Array(sealed.prefix(Self.nonceBytes))
    let box = Array(sealed.dropFirst(Self.nonceBytes))
    var message = [UInt8](repeating: 0, count: box.count - Int(crypto_secretbox_MACBYTES))
    guard crypto_secretbox_open_easy(&message, box, UInt64(box.count), nonce, key) == 0 else {
      return nil
    }
    return message
  }
}

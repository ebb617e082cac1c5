import CSodium
import Glibc
import SecretKeeping

/// A password as the server keeps it: an Argon2id hash with its salt and parameters, as text.
///
/// The parameters are OWASP's minimum for Argon2id: 19 MiB, 2 iterations, parallelism 1.
/// Source: <https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html>.
/// Making and checking one takes some 20 ms and 19 MiB, by design.
public struct PasswordHash: Hashable, Sendable {
  /// Memory per hash: 19 MiB, in bytes as libsodium counts it.
  static let memory = 19_456 * 1024
  /// Passes over the memory.
  static let iterations: UInt64 = 2

  /// The encoded hash, "$argon2id$v=19$m=19456,t=2,p=1$" then salt and hash in base 64.
  public let encoded: String

  /// A hash the store has kept.
  init(encoded: String) {
    self.encoded = encoded
  }

  /// Hashes a password with a fresh salt.
  /// - Throws: ``InventoryError/cryptographyFailed(operation:)`` when memory runs out.
  public init(of password: String) throws(InventoryError) {
    try Sodium.ready()
    var password = password
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let status = password.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty password has no address, but libsodium wants one.
        withUnsafePointer(to: CChar(0)) { empty in
          crypto_pwhash_str_alg(
            &text, characters.baseAddress ?? empty, UInt64(characters.count), Self.iterations,
            Self.memory, crypto_pwhash_ALG_ARGON2ID13)
        }
      }
    }
    guard status == 0 else { throw .cryptographyFailed(operation: "hash a password") }
    encoded = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns whether the password is the one that was hashed.
  /// - Throws: ``InventoryError/cryptographyFailed(operation:)`` when memory runs out.
  public func matches(_ password: String) throws(InventoryError) -> Bool {
    try Sodium.ready()
    var password = password
    let (status, reason) = password.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        withUnsafePointer(to: CChar(0)) { empty in
          errno = 0
          let status = crypto_pwhash_str_verify(
            encoded, characters.baseAddress ?? empty, UInt64(characters.count))
          return (status, errno)
        }
      }
    }
    // libsodium sets EINVAL for another password, and not for want of memory.
    guard status == 0 || reason == EINVAL else {
      throw .cryptographyFailed(operation: "check a password")
    }
    return status == 0
  }
}

extension Sodium {
  /// To be called before any other function of libsodium.
  static func ready() throws(InventoryError) {
    do {
      try prepare()
    } catch {
      throw .keychain(error)
    }
  }
}

import CSodium

/// The SHA-256 of bytes that arrive in pieces (libsodium), for executables, flags, and the contents of pages.
public struct SHA256 {
  private var state = crypto_hash_sha256_state()

  /// Starts without any bytes.
  public init() { crypto_hash_sha256_init(&state) }

  /// Adds the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    crypto_hash_sha256_update(
      &state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  /// The digest, 32 bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }

  /// The digest of a text.
  public static func digest(of text: String) -> [UInt8] {
    var hash = SHA256()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  /// A digest in hexadecimal.
  public static func text(of digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

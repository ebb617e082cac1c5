import CSodium
import SystemPackage

/// A file's size and SHA-256 (libsodium).
struct Checksum {
  let sha256: String
  let size: Int64

  /// Reads the file.
  /// - Throws: ``BuildError/unreadable(build:path:errno:)``.
  init(of path: FilePath, build: String) throws(BuildError) {
    var state = crypto_hash_sha256_state()
    crypto_hash_sha256_init(&state)
    var size: Int64 = 0
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      try file.closeAfter {
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
          while case let count = try file.read(into: chunk), count > 0 {
            crypto_hash_sha256_update(
              &state, chunk.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(count))
            size += Int64(count)
          }
        }
      }
    } catch {
      throw .unreadable(build: build, path: path, errno: error as? Errno ?? .ioError)
    }
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256_final(&state, &digest)
    sha256 = Self.text(of: digest)
    self.size = size
  }

  /// The SHA-256 of a text.
  static func sha256(of text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return Self.text(of: digest)
  }

  private static func text(of digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

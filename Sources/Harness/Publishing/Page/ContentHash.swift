import CSodium
import Foundation

/// The SHA-256 of a script or style, as a content security policy names it (libsodium).
enum ContentHash {
  static func source(of content: String) -> String {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_bytes()))
    let bytes = Array(content.utf8)
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return "'sha256-\(Data(digest).base64EncodedString())'"
  }
}

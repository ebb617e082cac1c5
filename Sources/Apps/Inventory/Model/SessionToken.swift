import CSodium
import SecretKeeping

/// The token that a connected user shows with every call: 256 random bits that can not be guessed.
public struct SessionToken: Hashable, Sendable {
  private let first, second, third, fourth: UInt64

  /// A fresh token from libsodium's generator.
  init() throws(InventoryError) {
    try Sodium.ready()
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    randombytes_buf(&words, MemoryLayout.size(ofValue: words))
    (first, second, third, fourth) = words
  }
}

extension SessionToken: CustomStringConvertible {
  /// Says nothing of the bits, so that a log can not be used to take a session over.
  public var description: String { "session token" }
}

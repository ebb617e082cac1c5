import CSodium

/// libsodium, made ready once for the process.
package enum Sodium {
  // sodium_init may be called from any thread; it answers 1 when it has been called before.
  private static let isReady = sodium_init() >= 0

  /// To be called before any other function of libsodium.
  /// - Throws: ``KeychainError/cryptographyFailed``.
  package static func prepare() throws(KeychainError) {
    guard isReady else { throw .cryptographyFailed }
  }
}

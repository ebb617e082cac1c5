import CSodium

/// libsodium, made ready once for the process.
enum Sodium {
  // sodium_init may be called from any thread; it answers 1 when it has been called before.
  private static let isReady = sodium_init() >= 0

  /// To be called before any other function of libsodium.
  static func prepare() throws(InventoryError) {
    guard isReady else { throw .cryptographyFailed(operation: "initialise the cryptography") }
  }
}

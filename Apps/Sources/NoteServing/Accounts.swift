import AppExchange
import CSodium
import SecretKeeping

/// Who may use a server.
public struct Accounts: Sendable {
  /// A setting that names no accounts.
  public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not `user:secret`, several with commas between them. The text may hold secrets.
    case notAccounts
    /// A user is there twice.
    case twice(user: String)
    /// libsodium could not be initialised.
    case noCryptography

    /// The mistake and what is wanted.
    public var description: String {
      switch self {
      case .notAccounts: "Accounts are written as 'alice:secret,bob:hidden'."
      case .twice(let user): "There are two accounts of \(user)."
      case .noCryptography: "\(KeychainError.cryptographyFailed)"
      }
    }
  }

  private static let digestBytes = 32
  private let key: [UInt8]
  private var digests: [String: [UInt8]] = [:]

  /// Reads accounts such as `alice:secret,bob:hidden`.
  public init(_ text: String) throws(Mistake) {
    do {
      try Sodium.prepare()
    } catch {
      throw .noCryptography
    }
    var key = [UInt8](repeating: 0, count: Int(crypto_generichash_KEYBYTES))
    randombytes_buf(&key, key.count)
    self.key = key
    for account in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let colon = account.firstIndex(of: ":"), colon != account.startIndex,
        account.index(after: colon) != account.endIndex
      else { throw .notAccounts }
      let user = String(account[..<colon])
      let digest = Self.digest(String(account[account.index(after: colon)...]), key)
      guard digests.updateValue(digest, forKey: user) == nil else { throw .twice(user: user) }
    }
  }

  /// Returns whether there is such a user, and this is the secret. It takes as long for one as for the
  /// other: digests of equal length are compared, by libsodium.
  func allow(_ credentials: Credentials) -> Bool {
    let digest = Self.digest(credentials.secret, key)
    let known = digests[credentials.user] ?? [UInt8](repeating: 0, count: Self.digestBytes)
    return sodium_memcmp(digest, known, Self.digestBytes) == 0
  }

  private static func digest(_ secret: String, _ key: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: digestBytes)
    let secret = Array(secret.utf8)
    crypto_generichash(&digest, digestBytes, secret, UInt64(secret.count), key, key.count)
    return digest
  }
}

import AppStorage
import Synchronization

/// The sessions a server has issued and that have neither ended nor expired.
///
/// They live in memory: who restarts the server asks its users to connect again, and no token is
/// ever written to disk.
final class SessionRegistry: Sendable {
  /// Who holds a token.
  struct Holder: Sendable {
    let userID: Int64
    let user: String
    let unit: OrganisationalUnit
    let expires: Timestamp
  }

  /// Twelve hours: a working day, so that nobody is logged out at work.
  static let lifetimeInMilliseconds: Int64 = 12 * 60 * 60 * 1000

  private let holders = Mutex<[SessionToken: Holder]>([:])

  /// Issues a token, and drops those that have expired, so that the table stays bounded.
  func issue(to account: Account, user: String, shown: OrganisationalUnit?, at now: Timestamp)
    throws(InventoryError) -> Session
  {
    let token = try SessionToken()
    let expires = now.advanced(byMilliseconds: Self.lifetimeInMilliseconds)
    holders.withLock { holders in
      holders = holders.filter { $0.value.expires > now }
      holders[token] = Holder(
        userID: account.id, user: user, unit: account.unit, expires: expires)
    }
    return Session(
      token: token, user: user, unit: account.unit, shown: shown, expires: expires)
  }

  /// Who holds the token, or why the attempt is refused.
  func holder(of token: SessionToken, for attempt: Attempt, at now: Timestamp)
    throws(InventoryError) -> Holder
  {
    guard let holder = holders.withLock({ $0[token] }) else { throw .sessionUnknown(attempt) }
    guard now < holder.expires else { throw .sessionExpired(attempt, user: holder.user) }
    return holder
  }

  /// Forgets the token; a token that is not known is as good as forgotten.
  func end(_ token: SessionToken) {
    holders.withLock { _ = $0.removeValue(forKey: token) }
  }
}

/// A failure of sharing with a team.
public enum SharingError: Error, Equatable, CustomStringConvertible {
  /// The address is not a Postgres database's; `reason` says what was found and what is allowed.
  case address(reason: String)
  case unreachable(address: String, reason: String)
  /// The server refused something; nothing was changed.
  case refused(address: String, reason: String)
  /// The connection broke; nothing was changed.
  case lost(address: String, reason: String)
  /// The connection broke during the final commit.
  case lostAtTheEnd(address: String)
  case otherVersion(address: String, found: String, own: Int)
  case foreign(address: String)
  case empty(address: String)
  case notUnderstood(what: String)

  /// The failure and a remedy.
  public var description: String {
    switch self {
    case .address(let reason):
      "The address \(reason). Allowed: postgres://USER:PASSWORD@HOST:PORT/DATABASE, where all but "
        + "the database may be left out."
    case .unreachable(let address, let reason): "\(address) can't be reached: \(reason)."
    case .refused(let address, let reason): "\(address): \(reason). Nothing was changed."
    case .lost(let address, let reason):
      "The connection to \(address) broke: \(reason). Nothing was changed; try again."
    case .lostAtTheEnd(let address):
      "The connection to \(address) broke at the very end, so it is not known whether all was stored. Try "
        + "again: nothing is stored twice."
    case .otherVersion(let address, let found, let own):
      "The tables at \(address) have version \(found), and this Rehearse writes version \(own). "
        + "Nothing was changed; use the Rehearse that made them, or another database."
    case .foreign(let address):
      "The schema 'rehearse' at \(address) is another program's. Nothing was changed; use another "
        + "database."
    case .empty(let address):
      "Nothing was pushed to \(address) yet; 'rehearse push' makes its tables."
    case .notUnderstood(let what): "The server sent \(what), which no store holds."
    }
  }
}

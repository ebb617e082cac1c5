import AppStorage

/// A user's connection to a server, from ``InventoryService/connect(user:password:unit:)`` until it
/// ends or expires.
public struct Session: Hashable, Sendable, Codable {
  /// To be shown with every call.
  public let token: SessionToken
  /// The user's name.
  public let user: String
  /// The unit the user belongs to; devices the user adds belong to it.
  public let unit: OrganisationalUnit
  /// The unit whose devices the user has chosen to see; nil for all.
  public let shown: OrganisationalUnit?
  /// From this moment on the server refuses the token.
  public let expires: Timestamp
}

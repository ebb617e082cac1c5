/// A part of the organisation that owns devices and to which each user belongs.
public struct OrganisationalUnit: Hashable, Sendable, Identifiable, Codable {
  /// Its number in the store.
  public let id: Int64
  /// Its name, unique in the inventory, e.g. "IT".
  public let name: String
}

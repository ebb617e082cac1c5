/// One line of a device list: what the list shows, and nothing that only the detail page needs.
///
/// Plain fields without optionals, 80 bytes inline, so that a list is one contiguous array; text
/// of up to 15 bytes takes no allocation.
public struct ListedDevice: Hashable, Sendable, Identifiable, Codable {
  /// The device's number.
  public let id: DeviceID
  /// The kind of device, e.g. "ThinkPad T440s"; several devices may have the same name.
  public let name: String
  /// Where it is kept.
  public let location: String
  /// The maker's serial number, unique in the inventory.
  public let serialNumber: String
  /// The number of the unit that owns it; see ``OrganisationalUnit``.
  public let unitID: Int64
  /// Seen by the user who asked.
  public let state: LendingState

  /// A line with all its fields.
  public init(
    id: DeviceID, name: String, location: String, serialNumber: String, unitID: Int64,
    state: LendingState
  ) {
    self.id = id
    self.name = name
    self.location = location
    self.serialNumber = serialNumber
    self.unitID = unitID
    self.state = state
  }
}

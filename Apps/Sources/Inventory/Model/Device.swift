/// A device with all that its detail page shows.
public struct Device: Hashable, Sendable, Identifiable, Codable {
  /// The device as the lists show it.
  public let listed: ListedDevice
  /// Free text; may be empty.
  public let description: String
  /// The unit that owns it.
  public let unit: OrganisationalUnit
  /// The loan it is out on; nil while it is available.
  public let loan: Loan?
  /// A Boolean value indicating whether ``InventoryService/pictures(of:as:)`` would find a picture.
  public let hasPicture: Bool

  /// The device's number.
  public var id: DeviceID { listed.id }
  /// The content of its QR code.
  public var code: DeviceCode { DeviceCode(listed.id) }
}

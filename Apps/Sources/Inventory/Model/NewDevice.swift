/// The data that a user fills in to add a device (user story 6).
public struct NewDevice: Hashable, Sendable {
  /// The kind of device; required, at most 200 bytes.
  public var name: String
  /// Where it is kept; required, at most 200 bytes.
  public var location: String
  /// The maker's serial number; required, at most 200 bytes, unique in the inventory.
  public var serialNumber: String
  /// Free text of at most 4,000 bytes; may be empty.
  public var description: String
  /// A PNG of any size, or nil. The server keeps it resized; see ``DevicePicture``.
  public var picture: [UInt8]?

  /// A device to add; it is checked when it is added, not here, so that a half filled form is a
  /// value too.
  public init(
    name: String, location: String, serialNumber: String, description: String = "",
    picture: [UInt8]? = nil
  ) {
    self.name = name
    self.location = location
    self.serialNumber = serialNumber
    self.description = description
    self.picture = picture
  }
}

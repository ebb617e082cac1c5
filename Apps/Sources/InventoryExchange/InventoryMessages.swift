public import struct Foundation.Data
public import Inventory

/// How a server of the inventory is told from all others.
public enum InventoryMark {
  /// The name of a field that each answer has.
  public static let field = "Server"
  /// Its value: a server of this inventory, and the version of what it says.
  public static let value = "inventory/1"
}

/// What a user connects with.
public struct LoginMessage: Hashable, Sendable, Codable {
  /// The user's name.
  public var user: String
  /// The password, in clear: never log or print this value.
  public var password: String
  /// The name of the unit whose devices are to be shown; all where there is none.
  public var unit: String?

  /// A login; whether it is right, the server says.
  public init(user: String, password: String, unit: String?) {
    (self.user, self.password, self.unit) = (user, password, unit)
  }
}

/// What is said when a device is lent.
public struct LendingMessage: Hashable, Sendable, Codable {
  /// Who is to have it; the session's user where there is no name.
  public var borrower: String?
  /// A comment; may be empty.
  public var comment: String

  /// What a user says.
  public init(borrower: String?, comment: String) {
    (self.borrower, self.comment) = (borrower, comment)
  }
}

/// A device to add, and its picture: one request, so that there is none without the other.
public struct NewDeviceMessage: Hashable, Sendable, Codable {
  /// As in the form.
  public var name, location, serialNumber, description: String
  /// A PNG; base64 in JSON (RFC 4648, section 4).
  public var picture: Data?

  /// A form as it was filled in.
  public init(_ new: NewDevice) {
    (name, location, serialNumber) = (new.name, new.location, new.serialNumber)
    (description, picture) = (new.description, new.picture.map { Data($0) })
  }

  /// The form.
  public var device: NewDevice {
    NewDevice(
      name: name, location: location, serialNumber: serialNumber, description: description,
      picture: picture.map { [UInt8]($0) })
  }
}

/// The devices whose pictures are asked for.
public struct PictureQuestion: Hashable, Sendable, Codable {
  /// Their numbers, in the order of the answer.
  public var devices: [DeviceID]

  /// A question.
  public init(devices: [DeviceID]) { self.devices = devices }
}

/// A picture that there is; its bytes are asked for by themselves.
public struct PictureMessage: Hashable, Sendable, Codable {
  /// Whose picture it is.
  public var device: DeviceID
  /// Its sides in pixels.
  public var width, height: Int

  /// What there is to know of a picture beside its bytes.
  public init(_ picture: DevicePicture) {
    (device, width, height) = (picture.deviceID, picture.width, picture.height)
  }
}

/// The text of a device's QR code: "KMU-" and the device's number in at least six digits.
///
/// The code is made from the id, so it needs no column and no printed label is ever wrong.
public struct DeviceCode: Hashable, Sendable, CustomStringConvertible {
  /// The device the code is stuck on.
  public let id: DeviceID

  /// The code of a device.
  public init(_ id: DeviceID) {
    self.id = id
  }

  /// Reads a code's text.
  /// - Throws: ``InventoryError/foreignCode(_:)`` for any text that no device's code would be;
  ///   "KMU-1" and "KMU-0000001" are refused too, so that a device has one code.
  public init(text: String) throws(InventoryError) {
    let digits = text.dropFirst(4)
    guard text.hasPrefix("KMU-"), let number = Int64(digits), number > 0,
      Self(DeviceID(number)).description == text
    else { throw .foreignCode(text) }
    id = DeviceID(number)
  }

  /// The text, e.g. "KMU-000123".
  public var description: String {
    let digits = String(id.number)
    return "KMU-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }
}

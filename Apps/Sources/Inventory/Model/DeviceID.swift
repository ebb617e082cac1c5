/// The number of a device in the inventory, given by the store and never used again.
///
/// A type of its own, so that a unit's or a count's number can not be passed for it. Its text is
/// what the device's QR code says; see ``DeviceCode``.
public struct DeviceID: Hashable, Comparable, Sendable {
  /// The row number: 1 or more for every device the store holds.
  public let number: Int64

  /// Any number may be asked for; a number that no device has is refused by the call that uses it.
  public init(_ number: Int64) {
    self.number = number
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }
}

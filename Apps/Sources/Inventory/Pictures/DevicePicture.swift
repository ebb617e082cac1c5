/// A device's picture as the server keeps it: a PNG of at most 320x240 pixels.
public struct DevicePicture: Hashable, Sendable {
  /// Whose picture it is.
  public let deviceID: DeviceID
  /// Pixels across, 1 to 320.
  public let width: Int
  /// Pixels down, 1 to 240.
  public let height: Int
  /// The PNG file's bytes.
  public let png: [UInt8]

  /// A picture as a server has sent it.
  package init(deviceID: DeviceID, width: Int, height: Int, png: [UInt8]) {
    (self.deviceID, self.width, self.height) = (deviceID, width, height)
    self.png = png
  }
}

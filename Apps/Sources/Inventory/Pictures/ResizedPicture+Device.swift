import AppPictures
import AppStorage
import GRDB

extension ResizedPicture {
  /// The size the server keeps pictures of devices within.
  static let deviceLimit = PictureSize(width: 320, height: 240)

  /// Reads, scales and writes the PNG of a device.
  init(device png: [UInt8]) throws(InventoryError) {
    do {
      self = try ResizedPicture(CairoSurface(png: png), within: Self.deviceLimit)
    } catch {
      throw InventoryError(error)
    }
  }

  func store(for id: DeviceID, in database: Database) throws {
    let insert = try PreparedStatement(
      "INSERT INTO picture(deviceId, width, height, png) VALUES (?, ?, ?, ?)", in: database)
    try insert.bind(id.number, at: 1)
    try insert.bind(Int64(size.width), at: 2)
    try insert.bind(Int64(size.height), at: 3)
    try insert.bind(png, at: 4)
    try insert.run()
  }
}

extension InventoryError {
  /// Makes the caller's error of a picture that can't be used.
  init(_ error: PictureError) {
    self =
      switch error {
      case .unreadable(let reason): .pictureUnreadable(reason: reason)
      case .tooLarge(let width, let height, let limit):
        .imageTooLarge(width: width, height: height, limitWidth: limit, limitHeight: limit)
      case .notWritten(let reason): .pictureNotWritten(reason: reason)
      }
  }
}

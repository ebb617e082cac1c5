import AppStorage
import CCairo
import GRDB

/// A picture brought to the size the server keeps: it fits 320x240, keeps its aspect ratio, and is
/// never enlarged.
struct ResizedPicture: Hashable, Sendable {
  static let maximumWidth = 320
  static let maximumHeight = 240

  let width: Int
  let height: Int
  let png: [UInt8]

  /// Reads, scales and writes a PNG.
  init(png: [UInt8]) throws(InventoryError) {
    let original = try CairoSurface(png: png)
    (width, height) = Self.size(width: original.width, height: original.height)
    // Written anew even where the size fits: what is kept holds pixels and nothing else, so no
    // place of a photograph or other text travels with it.
    self.png = try original.scaled(width: width, height: height).png()
  }

  /// The largest size within the limits with the given aspect ratio, not above the original's.
  static func size(width: Int, height: Int) -> (width: Int, height: Int) {
    let scale = min(
      1, Double(maximumWidth) / Double(width), Double(maximumHeight) / Double(height))
    return (
      max(1, Int((Double(width) * scale).rounded())),
      max(1, Int((Double(height) * scale).rounded()))
    )
  }

  func store(for id: DeviceID, in database: Database) throws {
    let insert = try PreparedStatement(
      "INSERT INTO picture(deviceId, width, height, png) VALUES (?, ?, ?, ?)", in: database)
    try insert.bind(id.number, at: 1)
    try insert.bind(Int64(width), at: 2)
    try insert.bind(Int64(height), at: 3)
    try insert.bind(png, at: 4)
    try insert.run()
  }
}

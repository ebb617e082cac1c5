import AppPictures

/// The few small pictures a fixture's devices share.
enum FixturePicture {
  static let colours: [(red: Double, green: Double, blue: Double)] = [
    (0.80, 0.25, 0.20), (0.20, 0.55, 0.30), (0.20, 0.35, 0.75), (0.55, 0.55, 0.55),
  ]

  /// A picture of each colour, 64x48 pixels: a case with a screen.
  static func all() throws(InventoryError) -> [ResizedPicture] {
    var pictures: [ResizedPicture] = []
    for colour in colours {
      pictures.append(try ResizedPicture(device: drawn(width: 64, height: 48, colour)))
    }
    return pictures
  }

  /// The picture as PNG in any size.
  static func drawn(
    width: Int, height: Int, _ colour: (red: Double, green: Double, blue: Double)
  ) throws(InventoryError) -> [UInt8] {
    do {
      let surface = try CairoSurface(width: width, height: height)
      surface.fill(x: 0, y: 0, width: 1, height: 1, (0.95, 0.95, 0.95))
      surface.fill(x: 0.125, y: 0.125, width: 0.75, height: 0.75, colour)
      surface.fill(x: 0.25, y: 0.25, width: 0.5, height: 0.5, (0.1, 0.1, 0.1))
      return try surface.png()
    } catch {
      throw InventoryError(error)
    }
  }
}

extension InventoryFixture {
  /// A PNG of the given size to add a device with, as a camera would deliver it.
  /// - Throws: ``InventoryError/pictureNotWritten(reason:)`` when a side is not 1 to 32,767.
  public static func picture(width: Int, height: Int) throws(InventoryError) -> [UInt8] {
    try FixturePicture.drawn(width: width, height: height, FixturePicture.colours[0])
  }
}

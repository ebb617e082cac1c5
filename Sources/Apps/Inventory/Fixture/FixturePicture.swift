import CCairo

/// The few small pictures a fixture's devices share.
enum FixturePicture {
  static let colours: [(red: Double, green: Double, blue: Double)] = [
    (0.80, 0.25, 0.20), (0.20, 0.55, 0.30), (0.20, 0.35, 0.75), (0.55, 0.55, 0.55),
  ]

  /// A picture of each colour, 64x48 pixels: a case with a screen.
  static func all() throws(InventoryError) -> [ResizedPicture] {
    var pictures: [ResizedPicture] = []
    for colour in colours {
      pictures.append(try ResizedPicture(png: drawn(width: 64, height: 48, colour)))
    }
    return pictures
  }

  /// The picture as PNG in any size.
  static func drawn(
    width: Int, height: Int, _ colour: (red: Double, green: Double, blue: Double)
  ) throws(InventoryError) -> [UInt8] {
    let surface = try CairoSurface(width: width, height: height)
    let context = cairo_create(surface.handle)
    defer { cairo_destroy(context) }
    cairo_set_source_rgb(context, 0.95, 0.95, 0.95)
    cairo_paint(context)
    let (across, down) = (Double(width), Double(height))
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_rectangle(context, across * 0.125, down * 0.125, across * 0.75, down * 0.75)
    cairo_fill(context)
    cairo_set_source_rgb(context, 0.1, 0.1, 0.1)
    cairo_rectangle(context, across * 0.25, down * 0.25, across * 0.5, down * 0.5)
    cairo_fill(context)
    return try surface.png()
  }
}

extension InventoryFixture {
  /// A PNG of the given size to add a device with, as a camera would deliver it.
  ///
  /// - Throws: ``InventoryError/pictureNotWritten(reason:)`` when a side is not 1 to 32,767.
  public static func picture(width: Int, height: Int) throws(InventoryError) -> [UInt8] {
    try FixturePicture.drawn(width: width, height: height, FixturePicture.colours[0])
  }
}

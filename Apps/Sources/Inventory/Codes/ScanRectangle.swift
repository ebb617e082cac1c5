/// The rectangle on the screen into which the user holds a code (US3B, table 6, p. 26): codes outside
/// of it don't count.
///
/// A square in the middle of the frame, two thirds of its shorter side wide. The source gives no
/// size.
struct ScanRectangle: Hashable, Sendable {
  /// Pixels from the frame's left and top.
  let left, top: Int
  /// Pixels along each side, at least 1.
  let side: Int

  /// The rectangle of a frame with so many pixels, at least 1 along each side.
  init(width: Int, height: Int) {
    side = max(min(width, height) * 2 / 3, 1)
    left = (width - side) / 2
    top = (height - side) / 2
  }
}

extension GreyImage {
  /// The pixels inside of the image's scan rectangle.
  func insideScanRectangle() throws(InventoryError) -> GreyImage {
    let rectangle = ScanRectangle(width: width, height: height)
    var inside = try GreyImage(width: rectangle.side, height: rectangle.side, grey: 0)
    inside.draw(self, left: -rectangle.left, top: -rectangle.top)
    return inside
  }
}

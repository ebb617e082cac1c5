/// A picture of grey pixels, row by row from the top left, one byte each: 0 black, 255 white.
///
/// The picture that a camera's preview delivers (the luminance plane, "Y800"), and what zbar reads.
public struct GreyImage: Hashable, Sendable {
  private static let sides = 1...32_767

  /// Pixels across, at least 1.
  public let width: Int
  /// Pixels down, at least 1.
  public let height: Int
  /// `width * height` bytes.
  public private(set) var pixels: [UInt8]

  /// An image of the given pixels.
  /// - Throws: ``InventoryError/imageMalformed(width:height:pixels:)`` when their number is not
  ///   width times height, or a side is not 1 to 32,767.
  public init(width: Int, height: Int, pixels: [UInt8]) throws(InventoryError) {
    guard Self.sides ~= width, Self.sides ~= height, pixels.count == width * height else {
      throw .imageMalformed(width: width, height: height, pixels: pixels.count)
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// An image of one grey, 0 black to 255 white.
  /// - Throws: ``InventoryError/imageMalformed(width:height:pixels:)`` as above.
  public init(width: Int, height: Int, grey: UInt8) throws(InventoryError) {
    guard Self.sides ~= width, Self.sides ~= height else {
      throw .imageMalformed(width: width, height: height, pixels: 0)
    }
    try self.init(
      width: width, height: height,
      pixels: [UInt8](repeating: grey, count: width * height))
  }

  /// Draws the part of a picture that lies within this one. `left` and `top` are pixels from this
  /// image's left and top to the picture's, negative where the picture begins left of it or above.
  mutating func draw(_ picture: GreyImage, left: Int, top: Int) {
    let columns = (left..<left + picture.width).clamped(to: 0..<width)
    for row in (top..<top + picture.height).clamped(to: 0..<height) {
      let from = (row - top) * picture.width + columns.lowerBound - left
      let to = row * width + columns.lowerBound
      pixels.replaceSubrange(
        to..<to + columns.count, with: picture.pixels[from..<from + columns.count])
    }
  }

  /// Changes all pixels in place; the closure gets the buffer of `width * height` bytes.
  mutating func withPixels(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    pixels.withUnsafeMutableBufferPointer { body($0) }
  }
}

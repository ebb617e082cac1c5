import SeededRandom

/// Frames as a camera would deliver them, so that codes can be read without a camera.
public enum CameraFrame {
  /// A frame's pixels, across and down.
  static let width = 1280
  static let height = 960

  /// A frame of 1280x960 pixels that shows printed codes on a grey table, with noise.
  /// - Parameters:
  ///   - label: what lies inside of the scan rectangle; the seed says where.
  ///   - outside: what lies left of the rectangle; the seed says where.
  ///   - noise: the largest change of a pixel, in grey levels 0 to 255.
  ///   - seed: places the pictures and makes the noise.
  /// - Returns: the same pixels for the same arguments in every process and build.
  /// - Throws: ``InventoryError/imageTooLarge(width:height:limitWidth:limitHeight:)`` when there is
  ///   no room for a picture.
  public static func showing(
    _ label: GreyImage? = nil, outside: GreyImage? = nil, noise: Int = 24, seed: UInt64
  ) throws(InventoryError) -> GreyImage {
    var random = SplitMix64(seed: seed)
    var frame = try GreyImage(width: width, height: height, grey: 150)
    let rectangle = ScanRectangle(width: width, height: height)
    if let label {
      let place = try place(for: label, width: rectangle.side, height: rectangle.side, &random)
      frame.draw(label, left: rectangle.left + place.left, top: rectangle.top + place.top)
    }
    if let outside {
      let place = try place(for: outside, width: rectangle.left, height: height, &random)
      frame.draw(outside, left: place.left, top: place.top)
    }
    add(noise: min(max(noise, 0), 255), to: &frame, &random)
    return frame
  }

  /// Where a picture lies within so many pixels.
  private static func place(
    for picture: GreyImage, width: Int, height: Int, _ random: inout SplitMix64
  ) throws(InventoryError) -> (left: Int, top: Int) {
    guard picture.width <= width, picture.height <= height else {
      throw .imageTooLarge(
        width: picture.width, height: picture.height, limitWidth: width, limitHeight: height)
    }
    let left = random.below(width - picture.width + 1)
    return (left, random.below(height - picture.height + 1))
  }

  private static func add(noise: Int, to frame: inout GreyImage, _ random: inout SplitMix64) {
    guard noise > 0 else { return }
    let span = UInt64(2 * noise + 1)
    frame.withPixels { pixels in
      var index = 0
      while index < pixels.count {
        // One number of 64 bits makes four pixels' noise.
        var bits = random.next()
        for _ in 0..<4 where index < pixels.count {
          let change = Int(((bits & 0xffff) * span) >> 16) - noise
          pixels[index] = UInt8(clamping: Int(pixels[index]) + change)
          bits >>= 16
          index += 1
        }
      }
    }
  }
}

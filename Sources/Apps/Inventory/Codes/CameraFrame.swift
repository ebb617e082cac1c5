import SeededRandom

/// Frames as a camera would deliver them, so that codes can be read without a camera.
public enum CameraFrame {
  /// A frame of 1280x960 pixels that shows a printed code on a grey table, with noise.
  ///
  /// The same arguments give the same pixels in every process and build.
  ///
  /// - Parameters:
  ///   - picture: what lies on the table; it is placed by the seed, wholly inside the frame.
  ///   - noise: the largest change of a pixel, in grey levels 0 to 255.
  ///   - seed: places the picture and makes the noise.
  /// - Throws: ``InventoryError/imageTooLarge(width:height:limitWidth:limitHeight:)`` when the
  ///   picture is larger than the frame.
  public static func showing(
    _ picture: GreyImage, width: Int = 1280, height: Int = 960, noise: Int = 24, seed: UInt64
  ) throws(InventoryError) -> GreyImage {
    guard picture.width <= width, picture.height <= height else {
      throw .imageTooLarge(
        width: picture.width, height: picture.height, limitWidth: width, limitHeight: height)
    }
    var random = SplitMix64(seed: seed)
    var frame = try GreyImage(width: width, height: height, grey: 150)
    let left = random.below(width - picture.width + 1)
    let top = random.below(height - picture.height + 1)
    let noise = min(max(noise, 0), 255)
    frame.withPixels { pixels in
      picture.pixels.withUnsafeBufferPointer { source in
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            pixels[(top + y) * width + left + x] = source[y * picture.width + x]
          }
        }
      }
      guard noise > 0 else { return }
      let span = UInt64(2 * noise + 1)
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
    return frame
  }

  /// A frame of the grey table alone.
  public static func empty(width: Int = 1280, height: Int = 960, noise: Int = 24, seed: UInt64)
    throws(InventoryError) -> GreyImage
  {
    try showing(
      GreyImage(width: 1, height: 1, grey: 150), width: width, height: height, noise: noise,
      seed: seed)
  }
}

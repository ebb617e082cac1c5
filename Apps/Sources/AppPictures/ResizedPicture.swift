/// The sides of a picture, in pixels.
package struct PictureSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The largest size within a limit with the same aspect ratio, and never above this one.
  package func fitted(into limit: PictureSize) -> PictureSize {
    let scale = min(
      1, Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return PictureSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

/// A picture brought to the size an app keeps: it fits into a limit, keeps its aspect ratio, and is
/// never enlarged.
package struct ResizedPicture: Hashable, Sendable {
  package let size: PictureSize
  /// The PNG file's bytes.
  package let png: [UInt8]

  /// Scales a picture, and writes it as a PNG.
  package init(_ original: CairoSurface, within limit: PictureSize) throws(PictureError) {
    size = original.size.fitted(into: limit)
    // Written anew even where the size fits: what is kept holds pixels and nothing else, so no
    // place of a photograph or other text travels with it.
    png = try original.scaled(to: size).png()
  }
}

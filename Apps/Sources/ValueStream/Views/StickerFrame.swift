/// Where a sticker is drawn in the main view: points from the view's upper left corner.
public struct StickerFrame: Hashable, Sendable {
  /// Where it stands on the line, from 0.
  public let position: Int
  /// The sticker that is drawn.
  public let sticker: Sticker
  /// The left edge; below 0 where the sticker begins left of the view.
  public let x: Double
  /// The upper edge.
  public let y: Double
  /// The width, and the height: a sticker is a square.
  public let side: Double

  /// The right edge.
  public var right: Double { x + side }
}

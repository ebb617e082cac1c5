/// A coloured mark of the icon time line; points from the view's left edge.
public struct IconMark: Hashable, Sendable {
  /// The stickers it stands for.
  public let positions: Range<Int>
  /// The left edge.
  public let x: Double
  /// The width.
  public let width: Double
  /// Which colour it has.
  public let classification: Classification
}

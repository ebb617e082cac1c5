/// A small sticker of the icon line: points from the view's upper left corner.
///
/// Its sizes are those of the source's picture 10: the colour of its sticker, round corners, and the
/// sticker's name, which can't be edited here.
public struct StickerIcon: Hashable, Sendable {
  /// The width, in points.
  public static let width = 55.0
  /// The height, in points.
  public static let height = 35.0
  /// The radius of its corners, in points.
  public static let cornerRadius = 5.0
  /// Where the name stands, from the icon's upper left corner, in points: centred lines.
  public static let nameBox = (x: 2.0, y: 1.0, width: 50.0, height: 30.0)
  /// The size of the name's italic letters, in points.
  public static let nameSize = 8.0

  /// Where its sticker stands on the line, from 0.
  public let position: Int
  /// The left edge.
  public let x: Double
  /// The upper edge.
  public let y: Double
  /// Which colour it has.
  public let classification: Classification
  /// The sticker's name.
  public let name: String
  /// A Boolean value indicating whether its sticker has the focus.
  public let isFocused: Bool
}

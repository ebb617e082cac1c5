/// Names a sticker for good within its map; the position says where it stands, and changes.
public struct StickerID: Hashable, Comparable, Sendable {
  /// From 1.
  public let number: Int64

  /// The name of that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// The name of the sticker that is made next. It wraps: no map has so many stickers, but a damaged
  /// file may have such a name.
  var next: StickerID { StickerID(number &+ 1) }

  /// The one made earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

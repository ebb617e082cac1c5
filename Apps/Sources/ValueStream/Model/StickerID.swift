/// Names a sticker for good within its map; the position says where it stands, and changes.
public struct StickerID: Hashable, Comparable, Sendable {
  /// The numbers that stickers of a map may have: half of what fits, so that one after them is a
  /// number too.
  public static let numbers: ClosedRange<Int64> = 1...(1 << 62) - 1

  /// Within ``numbers`` where it stands on a map.
  public let number: Int64

  /// The name of that number.
  public init(_ number: Int64) {
    self.number = number
  }

  /// The name of the sticker that is made next. It wraps rather than ends the program; no map has so
  /// many stickers.
  var next: StickerID { StickerID(number &+ 1) }

  /// The one made earlier first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

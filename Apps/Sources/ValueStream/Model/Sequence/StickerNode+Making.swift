extension StickerNode {
  /// A tree of stickers, made from the leaves up: O(n).
  init(all stickers: ContiguousArray<Sticker>) {
    var level = Self.pieces(of: stickers.count, most: Self.mostStickers).map {
      StickerNode(stickers: ContiguousArray(stickers[$0]))
    }
    while level.count > 1 {
      level = Self.pieces(of: level.count, most: Self.mostChildren).map {
        StickerNode(children: ContiguousArray(level[$0]))
      }
    }
    self = level[0]
  }

  /// Ranges of about equal size, at least one. They are filled to three quarters, so that the first
  /// edits of a new line split nothing.
  private static func pieces(of count: Int, most: Int) -> [Range<Int>] {
    let filled = most * 3 / 4
    let pieces = max(1, (count + filled - 1) / filled)
    return (0..<pieces).map { count * $0 / pieces..<count * ($0 + 1) / pieces }
  }
}

/// The stickers of a map, in the order of the time line.
///
/// A value that copies in O(1) and shares with its copies what is the same: an earlier state, such
/// as the saved one, can be kept and compared at the cost of what differs (``StickerChanges``). An
/// edit of n stickers takes O(log n) whether or not copies are kept;
/// ``totals`` and `count` take O(1); a walk over all takes O(n), leaf by leaf.
///
/// Positions must be those of stickers, as with an array: `StreamMap` checks them for its callers.
public struct StickerSequence: Sendable {
  private(set) var root: StickerNode

  /// The stickers, in order: O(n), and O(1) from another such sequence.
  public init(_ stickers: some Sequence<Sticker> = []) {
    if let line = stickers as? StickerSequence {
      self = line
    } else {
      root = StickerNode(all: ContiguousArray(stickers))
    }
  }

  /// The sum of all of them: O(1).
  public var totals: Totals { root.totals }

  /// Returns what the stickers before a position, 0 to `count`, add up to: where on the time line it
  /// begins. O(log n).
  public func totals(before position: Int) -> Totals {
    root.totals(before: position)
  }

  /// Puts a sticker at a position, 0 to `count`; what stood there and after it moves on by one.
  /// O(log n).
  public mutating func insert(_ sticker: Sticker, at position: Int) {
    precondition((0...count).contains(position), "no place for a sticker")
    if let half = root.insert(sticker, at: position) {
      root = StickerNode(children: [root, half])
    }
  }

  /// Takes the sticker at a position off the line: O(log n).
  @discardableResult
  public mutating func remove(at position: Int) -> Sticker {
    precondition(indices.contains(position), "no such sticker")
    let removed = root.remove(at: position)
    if case .inner(let children) = root.contents, children.count == 1 { root = children[0] }
    return removed
  }

  /// Puts another sticker in the place of one.
  mutating func replace(at position: Int, with sticker: Sticker) {
    precondition(indices.contains(position), "no such sticker")
    _ = root.replace(at: position, with: sticker)
  }
}

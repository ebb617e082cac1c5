/// The stickers of a map, in the order of the time line.
public struct StickerSequence: Sendable, Hashable {
  private var stickers: [Sticker]

  /// The stickers, in order.
  public init(_ stickers: some Sequence<Sticker> = []) {
    self.stickers = Array(stickers)
  }

  /// What all of them add up to.
  public var totals: Totals {
    stickers.reduce(.none) { $0 + Totals(of: $1) }
  }

  /// What the stickers before a position add up to: where on the time line it begins.
  /// - Parameter position: 0 to `count`.
  public func totals(before position: Int) -> Totals {
    stickers[..<position].reduce(.none) { $0 + Totals(of: $1) }
  }

  /// Puts a sticker at a position; what stood there and after it moves on by one.
  /// - Parameter position: 0 to `count`.
  public mutating func insert(_ sticker: Sticker, at position: Int) {
    stickers.insert(sticker, at: position)
  }

  /// Takes the sticker at a position off the line.
  @discardableResult
  public mutating func remove(at position: Int) -> Sticker {
    stickers.remove(at: position)
  }
}

extension StickerSequence: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { stickers.count }
  public subscript(position: Int) -> Sticker {
    get { stickers[position] }
    set { stickers[position] = newValue }
  }
}

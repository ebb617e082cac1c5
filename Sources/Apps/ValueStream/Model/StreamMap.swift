/// A value stream map: stickers on a time line.
///
/// A value: a copy costs nothing and shares what is the same, so that an earlier state can be kept
/// to go back to or to be compared with.
public struct StreamMap: Hashable, Sendable {
  /// The stickers, in order.
  public private(set) var stickers: StickerSequence
  /// The name of the sticker that is made next: no name is given twice.
  private var nextID: StickerID

  /// An empty map.
  public init() {
    self.init(StickerSequence())
  }

  /// A map of stickers that have their names already: one that was saved.
  public init(_ stickers: StickerSequence) {
    self.stickers = stickers
    nextID = StickerID((stickers.lazy.map(\.id.number).max() ?? 0) + 1)
  }

  /// What the map adds up to.
  public var totals: Totals { stickers.totals }

  /// Makes a sticker at a position: right beside the one before, or between two.
  /// - Parameters:
  ///   - position: 0 to the number of stickers.
  ///   - contents: fills in the new sticker, which is blank.
  /// - Throws: ``MapError/noPlace(position:count:)``, or what `contents` throws.
  public mutating func insert(
    at position: Int, _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) {
    guard (0...stickers.count).contains(position) else {
      throw .noPlace(position: position, count: stickers.count)
    }
    var sticker = try Sticker(id: nextID)
    try contents(&sticker)
    stickers.insert(sticker, at: position)
    nextID = StickerID(nextID.number + 1)
  }

  /// Changes the sticker at a position.
  /// - Throws: ``MapError/noSticker(position:count:)``, or what `change` throws; the sticker is as
  ///   it was then.
  public mutating func change(
    at position: Int, _ change: (inout Sticker) throws(MapError) -> Void
  ) throws(MapError) {
    try check(position)
    var sticker = stickers[position]
    try change(&sticker)
    stickers[position] = sticker
  }

  /// Takes a sticker off the map.
  /// - Throws: ``MapError/noSticker(position:count:)``.
  public mutating func remove(at position: Int) throws(MapError) {
    try check(position)
    stickers.remove(at: position)
  }

  /// Moves a sticker; the others close up.
  /// - Parameter target: the position that it has afterwards.
  /// - Throws: ``MapError/noSticker(position:count:)``, for either position.
  public mutating func move(from position: Int, to target: Int) throws(MapError) {
    try check(position)
    try check(target)
    stickers.insert(stickers.remove(at: position), at: target)
  }

  private func check(_ position: Int) throws(MapError) {
    guard stickers.indices.contains(position) else {
      throw .noSticker(position: position, count: stickers.count)
    }
  }
}

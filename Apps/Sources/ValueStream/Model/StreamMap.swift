/// A value stream map: stickers on a time line.
///
/// A value: a copy costs nothing and shares what is the same, so that an earlier state can be kept
/// to go back to or to be compared with.
public struct StreamMap: Hashable, Sendable {
  /// The stickers, in order.
  public private(set) var stickers: StickerSequence
  /// The sections, those around the line, and the information that flows.
  public internal(set) var surroundings = Surroundings.none
  /// The name of the sticker that is made next: no name is given twice.
  private var nextID: StickerID

  /// An empty map.
  public init() {
    stickers = StickerSequence()
    nextID = StickerID(StickerID.numbers.lowerBound)
  }

  /// A map of stickers that have their names already: one that was saved. O(n).
  /// - Throws: ``MapError/nameNotAllowed(number:)``, ``MapError/nameTwice(number:)``.
  public init(_ stickers: StickerSequence) throws(MapError) {
    self.stickers = stickers
    nextID = try Self.highestName(of: stickers).next
  }

  /// The name given last; every other is checked on the way.
  private static func highestName(of stickers: StickerSequence) throws(MapError) -> StickerID {
    var highest = StickerID(StickerID.numbers.lowerBound - 1)
    var isAscending = true
    for sticker in stickers {
      guard StickerID.numbers.contains(sticker.id.number) else {
        throw .nameNotAllowed(number: sticker.id.number)
      }
      if sticker.id > highest { highest = sticker.id } else { isAscending = false }
    }
    // Most maps were made from left to right: no two of ascending names are the same.
    if isAscending { return highest }
    var names: Set<StickerID> = []
    names.reserveCapacity(stickers.count)
    for sticker in stickers where !names.insert(sticker.id).inserted {
      throw .nameTwice(number: sticker.id.number)
    }
    return highest
  }

  /// The sum of the map's stickers: the work. How long it takes where parts run at the same time is
  /// told by ``longestWay``.
  public var totals: Totals { stickers.totals }

  /// Makes a sticker at a position: right beside the one before, or between two.
  /// - Parameters:
  ///   - position: 0 to the number of stickers.
  ///   - contents: fills in the new sticker, which is blank. Its name stays, whatever this puts in
  ///     its place.
  /// - Returns: the new sticker.
  /// - Throws: ``MapError/noPlace(position:count:)``, or what `contents` throws.
  @discardableResult
  public mutating func insert(
    at position: Int, _ contents: (inout Sticker) throws(MapError) -> Void = { _ in }
  ) throws(MapError) -> Sticker {
    guard (0...stickers.count).contains(position) else {
      throw .noPlace(position: position, count: stickers.count)
    }
    var sticker = try Sticker(id: nextID)
    try contents(&sticker)
    sticker.id = nextID
    stickers.insert(sticker, at: position)
    if !surroundings.isEmpty { surroundings.sections.stepInserted(at: position) }
    nextID = nextID.next
    return sticker
  }

  /// Changes the sticker at a position, but not its name, whatever `change` puts in its place.
  /// - Returns: the sticker before and after.
  /// - Throws: ``MapError/noSticker(position:count:)``, or what `change` throws; the sticker is as
  ///   it was then.
  @discardableResult
  public mutating func change(
    at position: Int, _ change: (inout Sticker) throws(MapError) -> Void
  ) throws(MapError) -> (before: Sticker, after: Sticker) {
    try check(position)
    let before = stickers[position]
    var after = before
    try change(&after)
    after.id = before.id
    // What is as it was stays shared with earlier states.
    if after != before { stickers[position] = after }
    return (before, after)
  }

  /// Takes a sticker off the map, with the information from and to it.
  /// - Returns: that sticker.
  /// - Throws: ``MapError/noSticker(position:count:)``.
  @discardableResult
  public mutating func remove(at position: Int) throws(MapError) -> Sticker {
    try check(position)
    let removed = stickers.remove(at: position)
    if !surroundings.isEmpty {
      surroundings.sections.stepRemoved(at: position, leaving: stickers.count)
      surroundings.removeFlows(at: .step(removed.id))
    }
    return removed
  }

  /// Moves a sticker to the position that it has afterwards; the others close up.
  /// - Throws: ``MapError/noSticker(position:count:)``, for either position.
  public mutating func move(from position: Int, to target: Int) throws(MapError) {
    try check(position)
    try check(target)
    stickers.insert(stickers.remove(at: position), at: target)
    if !surroundings.isEmpty {
      surroundings.sections.stepMoved(from: position, to: target, of: stickers.count)
    }
  }

  /// Carries out an edit that this map has seen before, one way or the other.
  mutating func repeatEdit(_ edit: MapEdit) {
    if let change = edit.surroundings { surroundings = change.after }
    switch edit.line {
    case nil: break
    case .insert(let sticker, let position): stickers.insert(sticker, at: position)
    case .remove(_, let position): stickers.remove(at: position)
    case .change(_, let after, let position): stickers[position] = after
    case .move(let position, let target):
      stickers.insert(stickers.remove(at: position), at: target)
    }
  }

  func check(_ position: Int) throws(MapError) {
    guard stickers.indices.contains(position) else {
      throw .noSticker(position: position, count: stickers.count)
    }
  }
}

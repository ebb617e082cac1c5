/// What makes a line of stickers out of an earlier one: what a save has to write.
///
/// Carried out in this order: all of `removed` leave the line; then each of `placed`, in the order
/// of the list, is put right after the sticker it names, which then stands there already; then
/// `rewritten` are replaced where they stand.
public struct StickerChanges: Equatable, Sendable {
  /// Stickers of the earlier line that are gone.
  public var removed: [StickerID] = []
  /// New stickers and those that have moved, in the order of the new line.
  public var placed: [Placement] = []
  /// Stickers that have changed, but not their place among the others.
  public var rewritten: [Sticker] = []

  /// A sticker and where it goes.
  public struct Placement: Equatable, Sendable {
    /// The sticker.
    public let sticker: Sticker
    /// The sticker right before it in the new line; nil where it is the first.
    public let after: StickerID?
  }

  /// Whether the two lines are the same.
  public var isEmpty: Bool { removed.isEmpty && placed.isEmpty && rewritten.isEmpty }

  /// The changes from one line to another.
  public init(from earlier: StickerSequence, to later: StickerSequence) {
    let before = Dictionary(uniqueKeysWithValues: earlier.map { ($0.id, $0) })
    let after = Set(later.map(\.id))
    removed = earlier.map(\.id).filter { !after.contains($0) }
    let moved = Set(
      later.map(\.id).difference(from: earlier.map(\.id)).insertions.map { change in
        switch change {
        case .insert(_, let id, _), .remove(_, let id, _): id
        }
      })
    var previous: StickerID?
    for sticker in later {
      if moved.contains(sticker.id) {
        placed.append(Placement(sticker: sticker, after: previous))
      } else if before[sticker.id] != sticker {
        rewritten.append(sticker)
      }
      previous = sticker.id
    }
  }
}

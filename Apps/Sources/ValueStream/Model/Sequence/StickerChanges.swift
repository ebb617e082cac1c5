/// The difference between a line of stickers and an earlier one: what a save has to write.
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

  /// A Boolean value indicating whether the two lines are the same.
  public var isEmpty: Bool { removed.isEmpty && placed.isEmpty && rewritten.isEmpty }

  /// The changes from one line to another.
  ///
  /// Stickers are compared where the lines don't share them: after some edits of a copy, those of
  /// a few leaves. That takes O(k log k) for k such stickers, however much they differ, besides a
  /// look at each leaf.
  public init(from earlier: StickerSequence, to later: StickerSequence) {
    let stretches = ChangedStretch.between(earlier, later)
    let kept = Set(stretches.lazy.flatMap { $0.later.lazy.map(\.id) })
    for stretch in stretches {
      removed += stretch.earlier.lazy.map(\.id).filter { !kept.contains($0) }
      add(stretch)
    }
  }

  /// Adds what is new, moved or rewritten in a stretch.
  private mutating func add(_ stretch: ChangedStretch) {
    let standing = stretch.standing
    var previous = stretch.previous
    for sticker in stretch.later {
      if let before = standing[sticker.id] {
        if before != sticker { rewritten.append(sticker) }
      } else {
        placed.append(Placement(sticker: sticker, after: previous))
      }
      previous = sticker.id
    }
  }
}

/// An edit of a map's line, with all that it takes to make it again or take it back.
enum MapEdit: Hashable, Sendable {
  /// A sticker was made.
  case insert(Sticker, at: Int)
  /// A sticker was taken off.
  case remove(Sticker, at: Int)
  /// A sticker was changed.
  case change(before: Sticker, after: Sticker, at: Int)
  /// A sticker was moved to the position `to`.
  case move(from: Int, to: Int)

  /// The edit that takes this one back.
  var inverse: MapEdit {
    switch self {
    case .insert(let sticker, let position): .remove(sticker, at: position)
    case .remove(let sticker, let position): .insert(sticker, at: position)
    case .change(let before, let after, let position):
      .change(before: after, after: before, at: position)
    case .move(let position, let target): .move(from: target, to: position)
    }
  }
}

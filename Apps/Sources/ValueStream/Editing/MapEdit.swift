/// An edit of a map, with all that it takes to make it again or take it back.
struct MapEdit: Sendable {
  /// The edit of the line; nil where it stays as it is.
  let line: LineEdit?
  /// The change around the line; nil where that stays as it is.
  let surroundings: SurroundingsChange?

  /// The edit that takes this one back.
  var inverse: MapEdit { MapEdit(line: line?.inverse, surroundings: surroundings?.inverse) }
}

/// An edit of a map's line.
enum LineEdit: Hashable, Sendable {
  /// A sticker was made.
  case insert(Sticker, at: Int)
  /// A sticker was taken off.
  case remove(Sticker, at: Int)
  /// A sticker was changed.
  case change(before: Sticker, after: Sticker, at: Int)
  /// A sticker was moved to the position `to`.
  case move(from: Int, to: Int)

  /// The edit that takes this one back.
  var inverse: LineEdit {
    switch self {
    case .insert(let sticker, let position): .remove(sticker, at: position)
    case .remove(let sticker, let position): .insert(sticker, at: position)
    case .change(let before, let after, let position):
      .change(before: after, after: before, at: position)
    case .move(let position, let target): .move(from: target, to: position)
    }
  }
}

/// The surroundings before and after an edit. A class: most edits have none, and each of the history
/// keeps room for one.
final class SurroundingsChange: Sendable {
  let before: Surroundings
  let after: Surroundings

  init(before: Surroundings, after: Surroundings) {
    self.before = before
    self.after = after
  }

  var inverse: SurroundingsChange { SurroundingsChange(before: after, after: before) }
}

/// The edits that can be taken back, the latest first, and those that were.
struct EditHistory: Sendable {
  /// Edits that are kept; an older one is forgotten.
  static let limit = 1_000

  /// One edit: what it began with and what it led to.
  struct Edit: Sendable {
    let before: MapEditor.State
    let after: MapEditor.State
  }

  /// A ring: where it is full, the next edit takes the place of the oldest.
  private var past: [Edit?] = []
  private var oldest = 0
  private var count = 0
  private var future: [Edit] = []

  var canUndo: Bool { count > 0 }
  var canRedo: Bool { !future.isEmpty }

  /// Keeps a new edit; what was taken back before it is gone.
  mutating func add(_ edit: Edit) {
    future.removeAll()
    push(edit)
  }

  /// The latest edit, which can be redone from then on.
  mutating func takeBack() -> Edit? {
    guard count > 0 else { return nil }
    count -= 1
    let slot = (oldest + count) % Self.limit
    guard let edit = past[slot] else { return nil }
    past[slot] = nil
    future.append(edit)
    return edit
  }

  /// The edit that was taken back last.
  mutating func takeForth() -> Edit? {
    guard let edit = future.popLast() else { return nil }
    push(edit)
    return edit
  }

  private mutating func push(_ edit: Edit) {
    let slot = (oldest + count) % Self.limit
    if slot == past.count { past.append(edit) } else { past[slot] = edit }
    if count < Self.limit { count += 1 } else { oldest = (oldest + 1) % Self.limit }
  }
}

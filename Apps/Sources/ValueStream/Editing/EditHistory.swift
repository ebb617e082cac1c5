/// The edits that can be taken back, the latest first, and those that were.
struct EditHistory: Sendable {
  /// Edits that are kept; an older one is forgotten.
  static let limit = 1_000

  /// One edit, and which position had the focus before and after.
  struct Entry: Sendable {
    let edit: MapEdit
    let focusBefore: Int?
    let focusAfter: Int?
  }

  /// A ring: where it is full, the next edit takes the place of the oldest.
  private var past: [Entry?] = []
  private var oldest = 0
  private var count = 0
  private var future: [Entry] = []

  var canUndo: Bool { count > 0 }
  var canRedo: Bool { !future.isEmpty }

  /// Keeps a new edit; what was taken back before it is gone.
  mutating func add(_ entry: Entry) {
    future.removeAll()
    push(entry)
  }

  /// The latest edit, which can be redone from then on.
  mutating func takeBack() -> Entry? {
    guard count > 0 else { return nil }
    count -= 1
    let slot = (oldest + count) % Self.limit
    guard let entry = past[slot] else { return nil }
    past[slot] = nil
    future.append(entry)
    return entry
  }

  /// The edit that was taken back last.
  mutating func takeForth() -> Entry? {
    guard let entry = future.popLast() else { return nil }
    push(entry)
    return entry
  }

  private mutating func push(_ entry: Entry) {
    let slot = (oldest + count) % Self.limit
    if slot == past.count { past.append(entry) } else { past[slot] = entry }
    if count < Self.limit { count += 1 } else { oldest = (oldest + 1) % Self.limit }
  }
}

/// Which step of one map is thought to be which of another.
public enum StepMatching: String, Hashable, Sendable, CaseIterable {
  /// By the stickers' own numbers: for a future map made from a copy of the current one.
  case number
  /// By their names, of several of one name the first by the first, and so on: for maps that were
  /// made apart.
  case name

  /// The pairs of positions, in the order of the current map.
  func pairs(_ current: StickerSequence, _ future: StickerSequence) -> [(Int, Int)] {
    switch self {
    case .number: Self.pairs(current, future) { $0.id }
    case .name: Self.pairs(current, future) { $0.name }
    }
  }

  private static func pairs<Key: Hashable>(
    _ current: StickerSequence, _ future: StickerSequence, by key: (Sticker) -> Key
  ) -> [(Int, Int)] {
    // The last is taken out first, so each list has its first position at the end.
    var places = Dictionary(
      grouping: future.enumerated().reversed(), by: { key($0.element) }
    ).mapValues { $0.map(\.offset) }
    return current.enumerated().compactMap { position, sticker in
      places[key(sticker)]?.popLast().map { (position, $0) }
    }
  }
}

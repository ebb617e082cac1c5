/// A stretch of two lines between stickers that they share, and so stand still.
struct ChangedStretch {
  /// The sticker of the later line right before the stretch; nil at its beginning.
  var previous: StickerID?
  /// The earlier stickers of the stretch.
  var earlier: ContiguousArray<Sticker> = []
  /// The stickers of the stretch now.
  var later: ContiguousArray<Sticker> = []

  /// The stretches in which two lines may differ, in order.
  static func between(_ earlier: StickerSequence, _ later: StickerSequence) -> [ChangedStretch] {
    var (before, after): ([ContiguousArray<Sticker>], [ContiguousArray<Sticker>]) = ([], [])
    earlier.root.appendLeaves(to: &before)
    later.root.appendLeaves(to: &after)
    let indices = Dictionary(
      before.enumerated().map { (address(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
    var stretches: [ChangedStretch] = []
    var stretch = ChangedStretch()
    var next = 0
    for leaf in after {
      guard let index = indices[address(of: leaf)], index >= next else {
        stretch.later += leaf
        continue
      }
      stretch.earlier += before[next..<index].joined()
      if !stretch.isEmpty { stretches.append(stretch) }
      stretch = ChangedStretch(previous: leaf.last?.id ?? stretch.previous)
      next = index + 1
    }
    stretch.earlier += before[next...].joined()
    return stretch.isEmpty ? stretches : stretches + [stretch]
  }

  /// Where a leaf's stickers lie in memory: the same for two leaves, both of which are held, only
  /// if they are one.
  private static func address(of leaf: ContiguousArray<Sticker>) -> UnsafePointer<Sticker>? {
    leaf.withUnsafeBufferPointer(\.baseAddress)
  }

  private var isEmpty: Bool { earlier.isEmpty && later.isEmpty }

  /// The earlier state of stickers that keep their place: the most of those in both lines that are
  /// in the same order in both; the others have moved.
  ///
  /// Names are unique, so this is the longest increasing run of earlier positions, which takes
  /// O(k log k) (M. L. Fredman, On computing the length of longest increasing subsequences, 1975).
  /// `difference(from:)` finds the same in O(k d): d is the number of differences, and the square
  /// of 10,000 stickers that were reversed is too much.
  var standing: [StickerID: Sticker] {
    let positions = Dictionary(
      zip(earlier.lazy.map(\.id), earlier.indices), uniquingKeysWith: { first, _ in first })
    // Of all runs of one length, the one that ends lowest can be continued by the most.
    var ends: [Int] = []
    var before: [Int: Int] = [:]
    for sticker in later {
      guard let position = positions[sticker.id] else { continue }
      let length = Self.count(below: position, in: ends)
      if length > 0 { before[position] = ends[length - 1] }
      if length < ends.count { ends[length] = position } else { ends.append(position) }
    }
    var standing: [StickerID: Sticker] = [:]
    var position = ends.last
    while let kept = position {
      standing[earlier[kept].id] = earlier[kept]
      position = before[kept]
    }
    return standing
  }

  /// Returns how many of ascending numbers are below one.
  private static func count(below number: Int, in ascending: [Int]) -> Int {
    // What keeps its place comes at the end.
    guard let last = ascending.last, last >= number else { return ascending.count }
    var (low, high) = (0, ascending.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

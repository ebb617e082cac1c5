/// The second, small view: the whole map in a given width, and which part the main view shows.
///
/// While there is room every sticker has an icon. Where there is none, every column of one point
/// stands for the stickers that fall on it, and shows the kind of steps that takes the most of
/// their time. It keeps nothing of the map.
public struct IconTimeLine: Hashable, Sendable {
  /// The width of an icon, in points.
  public static let icon = 12.0
  /// Between two icons, in points.
  public static let gap = 2.0

  static let pitch = icon + gap

  /// The width of the view, in points.
  public let width: Double

  /// A view.
  /// - Parameter width: in points, 1 to 100,000.
  /// - Throws: ``ViewError/lengthNotAllowed(points:allowed:)``.
  public init(width: Double) throws(ViewError) {
    try ViewError.check(length: width)
    self.width = width
  }

  /// The marks, from left to right: O(c log n) for c marks, which the width limits.
  public func marks(of stickers: StickerSequence) -> [IconMark] {
    hasRoom(for: stickers) ? icons(of: stickers) : columns(of: stickers)
  }

  /// The part of the view that stands for some stickers, in points from its left edge: those that
  /// the main view shows, e.g. ``TimeLine/visiblePositions(of:focus:)``. Nil where there are no
  /// such stickers.
  public func part(
    showing positions: Range<Int>, of stickers: StickerSequence
  ) -> ClosedRange<Double>? {
    let positions = positions.clamped(to: stickers.indices)
    guard !positions.isEmpty else { return nil }
    if hasRoom(for: stickers) {
      return Double(positions.lowerBound) * Self.pitch...Double(positions.upperBound) * Self.pitch
        - Self.gap
    }
    let share = Double(columns) / Double(stickers.count)
    return Double(positions.lowerBound) * share...Double(positions.upperBound) * share
  }

  private var columns: Int { Int(width) }

  private func hasRoom(for stickers: StickerSequence) -> Bool {
    Double(stickers.count) * Self.pitch - Self.gap <= width
  }

  private func icons(of stickers: StickerSequence) -> [IconMark] {
    stickers.enumerated().map { position, sticker in
      IconMark(
        positions: position..<position + 1, x: Double(position) * Self.pitch, width: Self.icon,
        classification: sticker.classification)
    }
  }

  private func columns(of stickers: StickerSequence) -> [IconMark] {
    // Where columns do not overlap, one begins where the one before it has ended.
    var end = (position: 0, before: Totals.none)
    return (0..<columns).map { column in
      let first = stickers.count * column / columns
      let before = first == end.position ? end.before : stickers.totals(before: first)
      // Where there are fewer stickers than columns, some columns show the same one.
      end.position = max(first + 1, stickers.count * (column + 1) / columns)
      end.before = stickers.totals(before: end.position)
      let totals = end.before - before
      return IconMark(
        positions: first..<end.position, x: Double(column), width: 1,
        classification: totals.leadTime > .zero
          ? Self.main(of: totals) : stickers[first].classification)
    }
  }

  /// The kind of steps that takes the most of the time; of two that take the same, that which costs
  /// the customer more.
  private static func main(of totals: Totals) -> Classification {
    let order = [Classification.waste, .auxiliary, .valueAdding]
    return order.reduce(.waste) { main, next in
      totals.time(of: next) > totals.time(of: main) ? next : main
    }
  }
}

/// The main view: a row of stickers of one size, of which some are visible.
///
/// It keeps its width and how far it is scrolled, nothing of the map, so it can not show an
/// earlier one: a map that has become shorter is shown from its new end on. It scrolls so far that
/// the first and the last sticker can stand in the middle.
public struct TimeLine: Hashable, Sendable {
  /// The side of a sticker, in points.
  public static let side = 120.0
  /// Between two stickers, in points.
  public static let gap = 16.0
  /// The size of the focused sticker, in times the others'.
  public static let focusScale = 1.5

  /// From one sticker's middle to the next one's.
  static let pitch = side + gap
  /// The distance by which the focused sticker pushes its neighbours away.
  static let push = side * (focusScale - 1) / 2

  /// The height of the view, in points: that of a focused sticker.
  public static let height = side * focusScale

  /// The width of the view, in points.
  public let width: Double
  /// The distance of the view's middle, to the right of the middle of the first sticker, in points.
  private var offset = 0.0

  /// A view with the first sticker in its middle.
  /// - Parameter width: in points, 1 to 100,000.
  /// - Throws: ``ViewError/widthNotAllowed(points:allowed:)``.
  public init(width: Double) throws(ViewError) {
    try ViewError.check(width: width)
    self.width = width
  }

  /// Returns how far the view is scrolled over these stickers, in points: 0 with the first in the
  /// middle.
  public func scrollOffset(over stickers: StickerSequence) -> Double {
    min(offset, Self.longest(stickers))
  }

  /// Scrolls to the right, or, by less than 0, to the left, as far as there are stickers.
  /// - Parameter points: what is no number scrolls nowhere.
  public mutating func scroll(by points: Double, over stickers: StickerSequence) {
    guard !points.isNaN else { return }
    offset = min(max(scrollOffset(over: stickers) + points, 0), Self.longest(stickers))
  }

  /// Brings a sticker into the middle, e.g. the one that gets the focus; a position that no
  /// sticker has brings the nearest.
  public mutating func centre(on position: Int, of stickers: StickerSequence) {
    offset = min(max(Double(position) * Self.pitch, 0), Self.longest(stickers))
  }

  /// The positions of the stickers of which something is visible, at the cost of
  /// what is visible.
  /// - Parameter focus: the position of the focused sticker.
  public func visiblePositions(of stickers: StickerSequence, focus: Int? = nil) -> Range<Int> {
    let left = scrollOffset(over: stickers) - width / 2
    // A sticker reaches half a side and the push beyond its place, so these are all and a few more.
    let reach = Self.side / 2 + Self.push
    let first = max(0, Int(((left - reach) / Self.pitch).rounded(.up)))
    let end = min(
      stickers.count, Int(((left + width + reach) / Self.pitch).rounded(.down)) + 1)
    guard first < end else { return 0..<0 }
    let isVisible = { (position: Int) in
      let (x, side) = place(position, left: left, focus: focus)
      return x < width && x + side > 0
    }
    let visible = (first..<end).filter(isVisible)
    guard let low = visible.first, let high = visible.last else { return 0..<0 }
    return low..<high + 1
  }

  /// The stickers of which something is visible, from left to right: O(log n) and what is visible.
  /// - Parameter focus: the position of the focused sticker, which is larger and pushes its
  ///   neighbours aside.
  public func frames(of stickers: StickerSequence, focus: Int? = nil) -> [StickerFrame] {
    let positions = visiblePositions(of: stickers, focus: focus)
    let left = scrollOffset(over: stickers) - width / 2
    var walk = stickers.iterator(from: positions.lowerBound)
    return positions.compactMap { position in
      walk.next().map { sticker in
        let (x, side) = place(position, left: left, focus: focus)
        return StickerFrame(
          position: position, sticker: sticker, x: x, y: (Self.height - side) / 2, side: side)
      }
    }
  }

  /// A sticker's left edge in the view, and its size.
  /// - Parameter left: the left edge of the view, from the middle of the first sticker.
  private func place(_ position: Int, left: Double, focus: Int?) -> (x: Double, side: Double) {
    let middle = Double(position) * Self.pitch - left
    guard let focus else { return (middle - Self.side / 2, Self.side) }
    if position == focus {
      let side = Self.side * Self.focusScale
      return (middle - side / 2, side)
    }
    return (middle + (position < focus ? -Self.push : Self.push) - Self.side / 2, Self.side)
  }

  /// The offset that brings the last sticker into the middle.
  private static func longest(_ stickers: StickerSequence) -> Double {
    Double(max(stickers.count - 1, 0)) * pitch
  }
}

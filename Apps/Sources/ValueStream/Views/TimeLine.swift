/// The main view: a row or a column of stickers of one size, of which some are visible.
///
/// It keeps its length and how far it is scrolled, nothing of the map, so it can not show an
/// earlier one. It scrolls so far that the first and the last sticker can stand in the middle.
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

  /// Across the line, in points: the side of a focused sticker.
  public static let breadth = side * focusScale

  /// Along the line, in points: a row's width, a column's height.
  public private(set) var length: Double
  /// The way in which the stickers are laid out.
  public private(set) var axis: LineAxis
  private var scrolling = LineScroll(pitch: Self.pitch)

  /// A view with the first sticker in its middle. Its length is 1 to 100,000 points.
  /// - Throws: ``ViewError/lengthNotAllowed(points:allowed:)``.
  public init(length: Double, axis: LineAxis = .row) throws(ViewError) {
    try ViewError.check(length: length)
    self.length = length
    self.axis = axis
  }

  /// Takes the view's new length and axis, as when the tablet is turned. What is in the middle stays
  /// there.
  /// - Throws: ``ViewError/lengthNotAllowed(points:allowed:)``; the view is as it was then.
  public mutating func resize(length: Double, axis: LineAxis) throws(ViewError) {
    try ViewError.check(length: length)
    self.length = length
    self.axis = axis
  }

  /// Returns how far the view is scrolled over these stickers, in points: 0 with the first in the
  /// middle.
  public func scrollOffset(over stickers: StickerSequence) -> Double {
    scrolling.offset(over: stickers.count)
  }

  /// Scrolls on, or, by less than 0, back, as far as there are stickers. What is no number scrolls
  /// nowhere.
  public mutating func scroll(by points: Double, over stickers: StickerSequence) {
    scrolling.move(by: points, over: stickers.count)
  }

  /// Scrolls as far as a line that glides has come so many seconds after it was let go.
  public mutating func follow(_ glide: Glide, after seconds: Double, over stickers: StickerSequence)
  {
    scrolling.go(to: glide.offset(after: seconds), over: stickers.count)
  }

  /// Brings a sticker into the middle, e.g. the one that gets the focus; a position that no
  /// sticker has brings the nearest.
  public mutating func centre(on position: Int, of stickers: StickerSequence) {
    scrolling.centre(on: position, of: stickers.count)
  }

  /// The finger leaves the line, which glides on to a sticker and stops with that in the middle; nil
  /// where there is no sticker. The sticker gets the focus: `editor.focus(on: glide.position)`. The
  /// velocity is the line's, in points a second, less than 0 back; what is no number is none.
  public func glide(velocity: Double, over stickers: StickerSequence) -> Glide? {
    let start = scrollOffset(over: stickers)
    let rest = Glide.restingPlace(from: start, velocity: velocity.isNaN ? 0 : velocity)
    return scrolling.nearest(to: rest, of: stickers.count).map {
      Glide(start: start, end: Double($0) * Self.pitch, position: $0)
    }
  }

  /// The positions of the stickers of which something is visible, at the cost of what is visible.
  /// `focus` is the position of the focused sticker.
  public func visiblePositions(of stickers: StickerSequence, focus: Int? = nil) -> Range<Int> {
    let begin = scrollOffset(over: stickers) - length / 2
    // A sticker reaches half a side and the push beyond its place.
    let candidates = scrolling.candidates(
      length: length, reach: Self.side / 2 + Self.push, of: stickers.count)
    let isVisible = { (position: Int) in
      let (along, side) = place(position, begin: begin, focus: focus)
      return along < length && along + side > 0
    }
    let visible = candidates.filter(isVisible)
    guard let low = visible.first, let high = visible.last else { return 0..<0 }
    return low..<high + 1
  }

  /// The stickers of which something is visible, along the line: O(log n) and what is visible.
  /// `focus` is the position of the focused sticker, which is larger and pushes its neighbours
  /// aside.
  public func frames(of stickers: StickerSequence, focus: Int? = nil) -> [StickerFrame] {
    let positions = visiblePositions(of: stickers, focus: focus)
    let begin = scrollOffset(over: stickers) - length / 2
    var walk = stickers.iterator(from: positions.lowerBound)
    return positions.compactMap { position in
      walk.next().map { sticker in
        let (along, side) = place(position, begin: begin, focus: focus)
        let across = (Self.breadth - side) / 2
        let isRow = axis == .row
        return StickerFrame(
          position: position, sticker: sticker, x: isRow ? along : across,
          y: isRow ? across : along, side: side)
      }
    }
  }

  /// Where a sticker begins in the view, and its size. `begin` is where the view begins, from the
  /// middle of the first sticker.
  private func place(
    _ position: Int, begin: Double, focus: Int?
  ) -> (along: Double, side: Double) {
    let middle = Double(position) * Self.pitch - begin
    guard let focus else { return (middle - Self.side / 2, Self.side) }
    if position == focus {
      let side = Self.side * Self.focusScale
      return (middle - side / 2, side)
    }
    return (middle + (position < focus ? -Self.push : Self.push) - Self.side / 2, Self.side)
  }
}

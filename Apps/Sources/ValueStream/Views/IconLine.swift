/// The second of the "two scrollable timelines" (3.3 of the source): icons with names, of which some
/// are visible. ``IconTimeLine`` shows the whole map at once instead.
public struct IconLine: Hashable, Sendable {
  /// Between two icons, in points.
  public static let gap = 5.0

  /// Along the line, in points.
  public private(set) var length: Double
  /// The way in which the icons are laid out.
  public private(set) var axis: LineAxis
  private var scrolling: LineScroll

  /// A view with the first icon in its middle. Its length is 1 to 100,000 points.
  /// - Throws: ``ViewError/lengthNotAllowed(points:allowed:)``.
  public init(length: Double, axis: LineAxis = .row) throws(ViewError) {
    try ViewError.check(length: length)
    self.length = length
    self.axis = axis
    scrolling = LineScroll(pitch: Self.side(along: axis) + Self.gap)
  }

  /// Takes the view's new length and axis; the icon in the middle stays there.
  /// - Throws: ``ViewError/lengthNotAllowed(points:allowed:)``; the view is as it was then.
  public mutating func resize(length: Double, axis: LineAxis) throws(ViewError) {
    try ViewError.check(length: length)
    self.length = length
    self.axis = axis
    scrolling.setPitch(Self.side(along: axis) + Self.gap)
  }

  /// Returns how far the view is scrolled over these stickers, in points: 0 with the first icon in
  /// the middle.
  public func scrollOffset(over stickers: StickerSequence) -> Double {
    scrolling.offset(over: stickers.count)
  }

  /// Scrolls on, or, by less than 0, back, as far as there are icons. What is no number scrolls
  /// nowhere.
  public mutating func scroll(by points: Double, over stickers: StickerSequence) {
    scrolling.move(by: points, over: stickers.count)
  }

  /// Brings an icon into the middle, as when its sticker gets the focus.
  public mutating func centre(on position: Int, of stickers: StickerSequence) {
    scrolling.centre(on: position, of: stickers.count)
  }

  /// The icons of which something is visible, along the line: O(log n) and what is visible. `focus`
  /// is the position of the focused sticker.
  public func icons(of stickers: StickerSequence, focus: Int? = nil) -> [StickerIcon] {
    let side = Self.side(along: axis)
    let begin = scrollOffset(over: stickers) - length / 2
    let positions = scrolling.candidates(length: length, reach: side / 2, of: stickers.count)
    var walk = stickers.iterator(from: positions.lowerBound)
    return positions.compactMap { position in
      guard let sticker = walk.next() else { return nil }
      let along = Double(position) * scrolling.pitch - begin - side / 2
      guard along < length, along + side > 0 else { return nil }
      return StickerIcon(
        position: position, x: axis == .row ? along : 0, y: axis == .row ? 0 : along,
        classification: sticker.classification, name: sticker.name, isFocused: position == focus)
    }
  }

  private static func side(along axis: LineAxis) -> Double {
    axis == .row ? StickerIcon.width : StickerIcon.height
  }
}

import AppPages

/// A map on paper or as a picture: those around the line, and its stickers in rows, each a card with
/// its symbol and the band of its classification, the time line below them, and what they add up to.
///
/// A file is replaced as a whole or not at all: whatever fails, the old one is as it was and
/// nothing else is left behind.
public struct PrintedMap: Sendable {
  let map: StreamMap
  let title: String
  /// The figures below the map.
  let figures: MapFigures

  /// A map to be printed, with its name above it.
  public init(_ map: StreamMap, name: String) {
    self.map = map
    title = PrintableText.line(name)
    figures = MapFigures(longestWay: map.longestWay, work: map.totals, steps: map.stickers.count)
  }

  func drawTitle(on canvas: Canvas, in box: Box) {
    canvas.set(title, in: box, Lettering(size: 16, isBold: true))
  }
}

/// A walk over a map that is printed row by row.
struct PrintedWalk {
  private var stickers: StickerSequence.Iterator
  private var time = Minutes.zero

  init(_ map: StreamMap) {
    stickers = map.stickers.makeIterator()
  }

  /// Draws the next row, which begins at `top`.
  mutating func draw(
    _ row: PrintedRow, at top: Double, of sheet: Sheet, _ tags: StepTags, on canvas: Canvas
  ) {
    if let part = row.heading {
      canvas.heading(of: part, beside: row.beside, in: sheet.heading(at: top))
    }
    if let begins = row.begins { time = begins }
    let cards = stickers.next(row.positions.count)
    for (column, position) in row.positions.enumerated() {
      let isLast = position == row.positions.upperBound - 1
      tags.draw(
        position, above: sheet.card(at: top + row.above, column: column),
        isNextFree: column < sheet.columns - 1 && (isLast || !tags.has(position + 1)), on: canvas)
    }
    time = canvas.row(cards, at: top + row.above, of: sheet, from: time)
  }
}

extension StickerSequence.Iterator {
  /// The next stickers: as many, or all that are left.
  fileprivate mutating func next(_ count: Int) -> [Sticker] {
    var stickers: [Sticker] = []
    while stickers.count < count, let sticker = next() { stickers.append(sticker) }
    return stickers
  }
}

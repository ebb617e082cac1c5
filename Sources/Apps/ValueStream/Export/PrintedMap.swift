import AppPages

/// A map on paper or as a picture: its stickers in rows, each a card with the band of its
/// classification, the time line below them, and what they add up to.
///
/// A file is replaced as a whole or not at all: whatever fails, the old one is as it was and
/// nothing else is left behind.
public struct PrintedMap: Sendable {
  let stickers: StickerSequence
  let title: String

  /// A map to be printed.
  /// - Parameter name: stands above it.
  public init(_ stickers: StickerSequence, name: String) {
    self.stickers = stickers
    title = PrintableText.line(name)
  }

  /// Returns how many rows of so many columns the stickers take.
  func rows(of columns: Int) -> Int { (stickers.count + columns - 1) / columns }

  func drawTitle(on canvas: Canvas, in box: Box) {
    canvas.set(title, in: box, Lettering(size: 16, isBold: true))
  }
}

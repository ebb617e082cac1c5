import AppPages
import CPango

extension Canvas {
  private static let bandHeight = 20.0
  /// A symbol beside a card's text.
  private static let symbolSize = (width: 44.0, height: 36.0)

  /// A row of stickers whose cards begin at `top`, with the time line below it. The first step
  /// begins at `start`; returns when the last one ends.
  func row(
    _ stickers: [Sticker], at top: Double, of sheet: Sheet, from start: Minutes
  ) -> Minutes {
    var time = start
    for (column, sticker) in stickers.enumerated() {
      let box = sheet.card(at: top, column: column)
      card(sticker, in: box)
      // The line goes on below the gap, but not beyond the last card.
      let isLast = column == stickers.count - 1
      segment(sticker, below: box, width: box.width + (isLast ? 0 : Sheet.gap), from: time)
      time = time + sticker.minutes
      if isLast { tick(time, below: box, at: box.right, .right) }
    }
    return time
  }

  /// A sticker: its paper, the band of its classification, its time, and its text.
  private func card(_ sticker: Sticker, in box: Box) {
    let band = Box(x: box.x, y: box.y, width: box.width, height: Self.bandHeight)
    cairo_save(context)
    rounded(box, radius: 5)
    cairo_clip(context)
    fill(box, sticker.background.ink)
    self.band(sticker.classification, in: band)
    letter(
      sticker.classification, in: Box(x: band.x + 4, y: band.y + 3, width: 16, height: 14))
    time(sticker.minutes, in: band)
    var paper = Box(
      x: box.x, y: band.bottom, width: box.width, height: box.height - band.height
    ).inset(7, 5)
    if sticker.symbol != .process {
      let side = Self.symbolSize
      symbol(
        sticker.symbol, in: Box(x: paper.x, y: paper.y + 3, width: side.width, height: side.height))
      paper.x += side.width + 7
      paper.width -= side.width + 7
    }
    // A letter larger than its line must not reach into the next card.
    clipped(to: paper) {
      set(
        PrintableText.of(sticker.text), in: paper,
        Lettering(
          family: sticker.font.family.rawValue, size: Double(sticker.font.size.rawValue),
          wraps: true))
    }
    cairo_restore(context)
    use(.hairline)
    cairo_set_line_width(context, 0.75)
    rounded(box, radius: 5)
    stroke()
  }

  /// A step's time on a white plate at the right of its band.
  private func time(_ minutes: Minutes, in band: Box) {
    let text = minutes.text
    // Wide enough for any digits of this size; what is left of the band shows its hatching.
    let width = min(band.width - 28, Double(text.count) * 6 + 8)
    let plate = Box(x: band.right - width - 4, y: band.y + 3, width: width, height: 14)
    use(.white)
    rounded(plate, radius: 2)
    fill()
    set(text, in: plate, Lettering(size: 9, isBold: true, alignment: .centre))
  }

  /// A step's part of the time line, and when it begins.
  private func segment(_ sticker: Sticker, below card: Box, width: Double, from start: Minutes) {
    fill(
      Box(x: card.x, y: card.bottom + 7, width: width, height: 4), sticker.classification.ink)
    tick(start, below: card, at: card.x, .left)
  }

  private func tick(
    _ time: Minutes, below card: Box, at x: Double, _ alignment: Lettering.Alignment
  ) {
    line(from: (x, card.bottom + 5), to: (x, card.bottom + 15), .grey)
    let width = card.width / 2
    set(
      time.text,
      in: Box(
        x: alignment == .left ? x + 3 : x - width - 3, y: card.bottom + 13, width: width,
        height: 10),
      Lettering(size: 7, ink: .grey, alignment: alignment))
  }
}

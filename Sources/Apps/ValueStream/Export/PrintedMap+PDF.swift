import AppPages

extension PrintedMap {
  /// Writes the map as PDF: landscape pages of A4, as many as it takes.
  ///
  /// Equal maps, names and dates give equal bytes on a machine.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - date: when the map was printed, in seconds since 1970 UTC, for the file's properties; one
  ///     before 1970 or after 9999 becomes the nearest within.
  /// - Throws: ``ExportError``.
  public func writePDF(to path: String, date: Int64) throws(ExportError) {
    var walk = stickers.makeIterator()
    var time = Minutes.zero
    try PDFFile(path, size: Sheet.page, title: title, date: date).write(pages: pages) {
      drawPage($0, on: $1, &walk, &time)
    }
  }

  /// The pages a map takes; the totals have one of their own where the last is full.
  var pages: Int {
    rows(of: Sheet.ofPage.columns) / Sheet.rowsOfPage + 1
  }

  private func drawPage(
    _ page: Int, on canvas: Canvas, _ walk: inout StickerSequence.Iterator, _ time: inout Minutes
  ) {
    let sheet = Sheet.ofPage
    drawTitle(on: canvas, in: sheet.title)
    canvas.set(
      "\(page) / \(pages)", in: sheet.footer, Lettering(size: 8, ink: .grey, alignment: .right))
    canvas.set(
      Classification.allCases.map { "\($0.letter)  \($0.title)" }.joined(separator: "      "),
      in: sheet.footer, Lettering(size: 8, ink: .grey))
    var row = 0
    while row < Sheet.rowsOfPage {
      let cards = walk.next(sheet.columns)
      if cards.isEmpty { break }
      time = canvas.row(cards, row, of: sheet, from: time)
      row += 1
    }
    if page == pages {
      canvas.totals(stickers.totals, stickers: stickers.count, in: sheet.totals(row: row))
    }
  }
}

extension StickerSequence.Iterator {
  /// The next stickers: as many, or all that are left.
  mutating func next(_ count: Int) -> [Sticker] {
    var stickers: [Sticker] = []
    while stickers.count < count, let sticker = next() { stickers.append(sticker) }
    return stickers
  }
}

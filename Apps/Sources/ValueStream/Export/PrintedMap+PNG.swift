import AppPages

extension PrintedMap {
  /// The widths of pictures, in pixels.
  public static let pictureWidths = PictureFile.widths

  /// Writes the whole map as one PNG, scaled to a width.
  ///
  /// A large map has so many cards in a row that the picture is about 3 : 2; a small one has five,
  /// as a page has.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - width: in pixels.
  ///   - record: takes note of what is drawn.
  /// - Throws: ``ExportError``.
  public func writePNG(
    to path: String, width: Int, record: PageRecord? = nil
  ) throws(ExportError) {
    let sheet = pictureSheet
    let tags = StepTags(map)
    let band = PartyBand(map.surroundings, in: sheet)
    let rows = PrintedRow.rows(of: map, columns: sheet.columns, tags: tags)
    let bottom = rows.reduce(sheet.top + band.height) { $0 + $1.height }
    let height = bottom + Sheet.totalsHeight + Sheet.margin
    try PictureFile(path: path, width: width, record: record).write(size: (sheet.width, height)) {
      canvas in
      drawTitle(on: canvas, in: sheet.title)
      band.draw(on: canvas)
      var walk = PrintedWalk(map)
      var top = sheet.top + band.height
      for row in rows {
        walk.draw(row, at: top, of: sheet, tags, on: canvas)
        top += row.height
      }
      canvas.totals(figures, in: sheet.totals(at: top))
    }
  }

  private var pictureSheet: Sheet {
    // c columns of w and n / c rows of h are 3 : 2 where c is the root of 3 / 2 n h / w.
    let count = Double(map.stickers.count)
    let ideal = (1.5 * count * Sheet.rowHeight / (Sheet.card.width + Sheet.gap)).squareRoot()
    return Sheet(columns: max(Sheet.ofPage.columns, Int(ideal.rounded(.up))))
  }
}

import AppPages

/// The current map against the future one on paper or as a picture: their figures, both on one scale
/// of time, what changes, and the waste by size with what becomes of it.
public struct PrintedDifference: Sendable {
  let difference: MapDifference
  /// The names of both maps.
  let names: (current: String, future: String)

  /// A difference to be printed, with the names of the current and the future map.
  public init(_ difference: MapDifference, current: String, future: String) {
    self.difference = difference
    names = (PrintableText.line(current), PrintableText.line(future))
  }

  /// Writes the difference as PDF: landscape pages of A4, as many as its lists take.
  ///
  /// Equal differences, names and dates give equal bytes on a machine.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - date: when it was printed, in seconds since 1970 UTC, for the file's properties; one before
  ///     1970 or after 9999 becomes the nearest within.
  ///   - record: takes note of what is drawn.
  /// - Throws: ``ExportError``.
  public func writePDF(
    to path: String, date: Int64, record: PageRecord? = nil
  ) throws(ExportError) {
    let sheet = DifferenceSheet.ofPage
    let pages = sheet.pages(of: longestList)
    let file = PDFFile(path, size: Sheet.page, title: title, date: date, record: record)
    try file.write(pages: pages) {
      page, canvas in
      draw(page: page, on: canvas, sheet)
      canvas.footer(page: page, of: pages, in: Sheet.ofPage.footer)
    }
  }

  /// Writes the whole difference as one PNG, scaled to a width.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - width: in pixels, within ``PrintedMap/pictureWidths``.
  ///   - record: takes note of what is drawn.
  /// - Throws: ``ExportError``.
  public func writePNG(
    to path: String, width: Int, record: PageRecord? = nil
  ) throws(ExportError) {
    let sheet = DifferenceSheet(lines: longestList)
    try PictureFile(path: path, width: width, record: record).write(
      size: (Sheet.page.width, sheet.height)
    ) {
      canvas in
      draw(page: 1, on: canvas, sheet)
      canvas.letters(in: sheet.footer)
    }
  }

  private var title: String { "\(names.current) → \(names.future)" }

  private var longestList: Int { max(difference.changes.count, difference.waste.count) }

  private func draw(page: Int, on canvas: Canvas, _ sheet: DifferenceSheet) {
    canvas.set(title, in: sheet.title, Lettering(size: 16, isBold: true))
    if page == 1 {
      canvas.figures(of: difference, in: sheet.figures)
      canvas.times(of: difference, in: sheet.times)
    }
    let lines = sheet.lines(of: page)
    let top = page == 1 ? sheet.firstListTop : sheet.nextListTop
    canvas.changes(
      difference.changes, lines.clamped(to: difference.changes.indices), in: sheet.left(at: top))
    canvas.waste(
      difference.waste, lines.clamped(to: difference.waste.indices), in: sheet.right(at: top))
  }
}

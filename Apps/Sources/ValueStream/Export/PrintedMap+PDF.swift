import AppPages

extension PrintedMap {
  /// Writes the map as PDF: landscape pages of A4, as many as it takes.
  ///
  /// Equal maps, names and dates give equal bytes on a machine.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - date: when the map was printed, in seconds since 1970 UTC, for the file's properties; one
  ///     before 1970 or after 9999 becomes the nearest within.
  ///   - record: takes note of what is drawn.
  /// - Throws: ``ExportError``.
  public func writePDF(
    to path: String, date: Int64, record: PageRecord? = nil
  ) throws(ExportError) {
    let sheet = Sheet.ofPage
    let tags = StepTags(map)
    let band = PartyBand(map.surroundings, in: sheet)
    let pages = PrintedPages(
      PrintedRow.rows(of: map, columns: sheet.columns, tags: tags),
      firstTop: sheet.top + band.height)
    var walk = PrintedWalk(map)
    let file = PDFFile(path, size: Sheet.page, title: title, date: date, record: record)
    try file.write(pages: pages.count) {
      number, canvas in
      drawTitle(on: canvas, in: sheet.title)
      canvas.footer(page: number, of: pages.count, in: sheet.footer)
      if number == 1 { band.draw(on: canvas) }
      var top = pages.top(of: number)
      for row in pages.rows(of: number) {
        walk.draw(row, at: top, of: sheet, tags, on: canvas)
        top += row.height
      }
      if number == pages.count { canvas.totals(figures, in: sheet.totals(at: top)) }
    }
  }
}

/// Rows on pages, as many on each as it holds; the totals stand below the last row, or on a page of
/// their own where that is full.
private struct PrintedPages {
  private let firstTop: Double
  private var pages: [[PrintedRow]] = [[]]

  init(_ rows: [PrintedRow], firstTop: Double) {
    self.firstTop = firstTop
    var top = firstTop
    for row in rows {
      if top + row.height > Sheet.pageBottom {
        pages.append([])
        top = Sheet.ofPage.top
      }
      pages[pages.count - 1].append(row)
      top += row.height
    }
    if top + Sheet.totalsHeight > Sheet.pageBottom { pages.append([]) }
  }

  var count: Int { pages.count }

  /// The rows of a page, counted from 1.
  func rows(of number: Int) -> [PrintedRow] { pages[number - 1] }

  /// Where the first row of a page begins.
  func top(of number: Int) -> Double { number == 1 ? firstTop : Sheet.ofPage.top }
}

extension Canvas {
  /// What stands below each page: the letters of the classifications, and the page's number.
  func footer(page: Int, of pages: Int, in box: Box) {
    set("\(page) / \(pages)", in: box, Lettering(size: 8, ink: .grey, alignment: .right))
    letters(in: box)
  }

  /// The letters of the classifications.
  func letters(in box: Box) {
    set(
      Classification.allCases.map { "\($0.letter)  \($0.title)" }.joined(separator: "      "),
      in: box, Lettering(size: 8, ink: .grey))
  }
}

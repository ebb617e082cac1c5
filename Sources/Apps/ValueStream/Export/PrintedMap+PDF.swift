import CPango
import Glibc

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
    let file = try ReplacingFile(path)
    do throws(ExportError) {
      try drawPDF(into: file, at: path, date: date)
    } catch {
      file.abandon()
      throw error
    }
    try file.finish()
  }

  /// The pages a map takes; the totals have one of their own where the last is full.
  var pages: Int {
    rows(of: Sheet.ofPage.columns) / Sheet.rowsOfPage + 1
  }

  private func drawPDF(
    into file: ReplacingFile, at path: String, date: Int64
  ) throws(ExportError) {
    let surface = cairo_pdf_surface_create_for_stream(
      writeToFile, Unmanaged.passUnretained(file).toOpaque(), Sheet.page.width, Sheet.page.height)
    guard let surface else { throw .notDrawn(path: path, reason: "out of memory") }
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    for kind in [CAIRO_PDF_METADATA_CREATE_DATE, CAIRO_PDF_METADATA_MOD_DATE] {
      cairo_pdf_surface_set_metadata(surface, kind, Self.text(ofDate: date))
    }
    let canvas = Canvas(on: surface)
    var walk = stickers.makeIterator()
    var time = Minutes.zero
    for page in 1...pages where canvas.failure == nil && file.failure == nil {
      drawPage(page, on: canvas, &walk, &time)
      cairo_show_page(canvas.context)
    }
    // The rest is written here, so the file must be there until then.
    withExtendedLifetime(file) { cairo_surface_finish(surface) }
    if let failure = file.failure { throw failure }
    if let reason = canvas.failure { throw .notDrawn(path: path, reason: reason) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notDrawn(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
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

  /// As cairo reads it: the date and the time of UTC as in ISO 8601.
  private static func text(ofDate date: Int64) -> String {
    var seconds = time_t(min(max(date, 0), 253_402_300_799))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
      parts.tm_sec,
    ].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return numbers[..<3].joined(separator: "-") + "T" + numbers[3...].joined(separator: ":") + "Z"
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

/// Takes bytes from cairo, which stops at the first failure.
func writeToFile(
  _ file: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let file else { return CAIRO_STATUS_WRITE_ERROR }
  let isWritten = Unmanaged<ReplacingFile>.fromOpaque(file).takeUnretainedValue()
    .write(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
}

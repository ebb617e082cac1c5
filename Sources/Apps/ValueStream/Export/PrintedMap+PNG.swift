import AppPages
import CPango

extension PrintedMap {
  /// The widths of pictures, in pixels. The widest is no higher than wide for maps that fill its
  /// rows, so it takes some 64 MiB while it is drawn.
  public static let pictureWidths = 200...4_096

  /// Writes the whole map as one PNG, scaled to a width.
  ///
  /// A large map has so many cards in a row that the picture is about 3 : 2; a small one has five,
  /// as a page has.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - width: in pixels.
  /// - Throws: ``ExportError``.
  public func writePNG(to path: String, width: Int) throws(ExportError) {
    guard Self.pictureWidths.contains(width) else {
      throw .widthNotAllowed(pixels: width, allowed: Self.pictureWidths)
    }
    let file = try ReplacingFile(path)
    do throws(ExportError) {
      try drawPNG(into: file, at: path, width: width)
    } catch {
      file.abandon()
      throw error
    }
    try file.finish()
  }

  private var pictureSheet: Sheet {
    // c columns of w and n / c rows of h are 3 : 2 where c is the root of 3 / 2 n h / w.
    let ideal = (1.5 * Double(stickers.count) * Sheet.rowHeight / (Sheet.card.width + Sheet.gap))
      .squareRoot()
    return Sheet(columns: max(Sheet.ofPage.columns, Int(ideal.rounded(.up))))
  }

  private func drawPNG(
    into file: ReplacingFile, at path: String, width: Int
  ) throws(ExportError) {
    let sheet = pictureSheet
    let rows = rows(of: sheet.columns)
    let scale = Double(width) / sheet.width
    let height = Int32((sheet.height(rows: rows) * scale).rounded(.up))
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), height)
    guard let surface else { throw .notDrawn(path: path, reason: "out of memory") }
    defer { cairo_surface_destroy(surface) }
    let canvas = Canvas(on: surface, scale: scale)
    canvas.use(.white)
    cairo_paint(canvas.context)
    drawTitle(on: canvas, in: sheet.title)
    var walk = stickers.makeIterator()
    var time = Minutes.zero
    for row in 0..<rows {
      time = canvas.row(walk.next(sheet.columns), row, of: sheet, from: time)
    }
    canvas.totals(stickers.totals, stickers: stickers.count, in: sheet.totals(row: rows))
    if let reason = canvas.failure { throw .notDrawn(path: path, reason: reason) }
    let status = cairo_surface_write_to_png_stream(
      surface, writeToFile, Unmanaged.passUnretained(file).toOpaque())
    if let failure = file.failure { throw failure }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notDrawn(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
  }
}

import CPango
import Glibc

/// A PDF that is drawn page by page beside its destination, and takes its place when it is whole.
///
/// Equal pages, titles and dates give equal bytes on a machine.
package struct PDFFile {
  /// A page's sides, in points.
  package typealias Size = (width: Double, height: Double)

  /// Portrait A4, of 210 by 297 mm.
  package static let a4: Size = (210 / 25.4 * 72, 297 / 25.4 * 72)

  private let path: String
  private let size: Size
  private let title: String
  private let date: Int64
  private let record: PageRecord?

  /// Describes the file; nothing is written yet.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - size: each page's, in points.
  ///   - title: for the file's properties, printable.
  ///   - date: when it was printed, in seconds since 1970 UTC, for the file's properties; one before
  ///     1970 or after 9999 becomes the nearest within.
  ///   - record: takes note of what is drawn.
  package init(
    _ path: String, size: Size, title: String, date: Int64, record: PageRecord? = nil
  ) {
    self.path = path
    self.size = size
    self.title = title
    self.date = date
    self.record = record
  }

  /// Draws and writes all pages. `draw` is asked for each once, in their order, counted from 1.
  /// - Throws: ``ExportError``; what stood at the path is then as it was.
  package func write(pages: Int, _ draw: (Int, Canvas) -> Void) throws(ExportError) {
    let file = try ReplacingFile(path)
    do throws(ExportError) {
      try write(pages, into: file, draw)
    } catch {
      file.abandon()
      throw error
    }
    try file.finish()
  }

  private func write(
    _ pages: Int, into file: ReplacingFile, _ draw: (Int, Canvas) -> Void
  ) throws(ExportError) {
    let surface = cairo_pdf_surface_create_for_stream(
      writeToFile, Unmanaged.passUnretained(file).toOpaque(), size.width, size.height)
    guard let surface else { throw .notDrawn(path: path, reason: "out of memory") }
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    for kind in [CAIRO_PDF_METADATA_CREATE_DATE, CAIRO_PDF_METADATA_MOD_DATE] {
      cairo_pdf_surface_set_metadata(surface, kind, Self.text(ofDate: date))
    }
    let canvas = Canvas(on: surface, record: record)
    for page in 1...max(1, pages) where canvas.failure == nil && file.failure == nil {
      draw(page, canvas)
      canvas.endPage()
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

/// Takes bytes from cairo for a ``ReplacingFile``; cairo stops at the first failure.
package func writeToFile(
  _ file: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let file else { return CAIRO_STATUS_WRITE_ERROR }
  let isWritten = Unmanaged<ReplacingFile>.fromOpaque(file).takeUnretainedValue()
    .write(UnsafeBufferPointer(start: bytes, count: Int(count)))
  return isWritten ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
}

import AppPages
import CPango

/// A PNG that is drawn beside its destination, and takes its place when it is whole.
struct PictureFile {
  /// The widths of pictures, in pixels. The widest is no higher than wide for maps that fill its
  /// rows, so it takes some 64 MiB while it is drawn.
  static let widths = 200...4_096
  /// The heights of pictures, in pixels: a map of many short sections is higher than wide.
  static let heights = 1...16_384

  let path: String
  /// In pixels.
  let width: Int
  /// Takes note of what is drawn.
  var record: PageRecord?

  /// Draws and writes a picture.
  /// - Parameters:
  ///   - size: of what is drawn, in points; it is scaled to the width.
  ///   - draw: draws it on white.
  /// - Throws: ``ExportError``; what stood at the path is then as it was.
  func write(
    size: (width: Double, height: Double), _ draw: (Canvas) -> Void
  ) throws(ExportError) {
    guard Self.widths.contains(width) else {
      throw .widthNotAllowed(pixels: width, allowed: Self.widths)
    }
    let scale = Double(width) / size.width
    let height = Int((size.height * scale).rounded(.up))
    guard Self.heights.contains(height) else {
      throw .heightNotAllowed(pixels: height, allowed: Self.heights)
    }
    let file = try ReplacingFile(path)
    do throws(ExportError) {
      try write(into: file, scale: scale, height: Int32(height), draw)
    } catch {
      file.abandon()
      throw error
    }
    try file.finish()
  }

  private func write(
    into file: ReplacingFile, scale: Double, height: Int32, _ draw: (Canvas) -> Void
  ) throws(ExportError) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), height)
    guard let surface else { throw .notDrawn(path: path, reason: "out of memory") }
    defer { cairo_surface_destroy(surface) }
    let canvas = Canvas(on: surface, scale: scale, record: record)
    canvas.use(.white)
    cairo_paint(canvas.context)
    draw(canvas)
    canvas.endPage()
    if let reason = canvas.failure { throw .notDrawn(path: path, reason: reason) }
    let status = cairo_surface_write_to_png_stream(
      surface, writeToFile, Unmanaged.passUnretained(file).toOpaque())
    if let failure = file.failure { throw failure }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notDrawn(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
  }
}

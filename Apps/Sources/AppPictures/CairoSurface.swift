import CCairo

/// An image surface of cairo, destroyed with its last reference.
package final class CairoSurface {
  /// Sides above this are refused before cairo is asked for memory: 8192x8192 pixels take 256 MiB.
  static let maximumSide = 8_192

  private let handle: OpaquePointer
  package let size: PictureSize

  /// A transparent surface.
  package init(width: Int, height: Int) throws(PictureError) {
    guard
      let handle = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { throw .notWritten(reason: "out of memory") }
    let status = cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      throw .notWritten(reason: Self.words(status))
    }
    self.handle = handle
    size = PictureSize(width: width, height: height)
  }

  /// Decodes a PNG.
  package init(png: [UInt8]) throws(PictureError) {
    try Self.checkHeader(of: png)
    let source = Source(png)
    let handle = withExtendedLifetime(source) {
      cairo_image_surface_create_from_png_stream(
        { context, target, length in
          guard let context, let target else { return CAIRO_STATUS_READ_ERROR }
          let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
          return source.read(into: target, Int(length))
            ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
        }, Unmanaged.passUnretained(source).toOpaque())
    }
    guard let handle else { throw .unreadable(reason: "out of memory") }
    let status = cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      throw .unreadable(
        reason: status == CAIRO_STATUS_READ_ERROR ? "it is cut off" : Self.words(status))
    }
    self.handle = handle
    size = PictureSize(
      width: Int(cairo_image_surface_get_width(handle)),
      height: Int(cairo_image_surface_get_height(handle)))
  }

  deinit {
    cairo_surface_destroy(handle)
  }

  /// A copy of another size, filtered so that fine patterns do not flicker.
  package func scaled(to target: PictureSize) throws(PictureError) -> CairoSurface {
    let copy = try CairoSurface(width: target.width, height: target.height)
    let context = cairo_create(copy.handle)
    defer { cairo_destroy(context) }
    cairo_scale(
      context, Double(target.width) / Double(size.width),
      Double(target.height) / Double(size.height))
    cairo_set_source_surface(context, handle, 0, 0)
    let pattern = cairo_get_source(context)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    // Without it the border is mixed with the nothing around it.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_paint(context)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notWritten(reason: Self.words(status))
    }
    return copy
  }

  /// Fills a rectangle, given in shares of the sides, with a colour, given in shares of red, green
  /// and blue: for pictures that fixtures make up.
  package func fill(
    x: Double, y: Double, width: Double, height: Double,
    _ colour: (red: Double, green: Double, blue: Double)
  ) {
    let (across, down) = (Double(size.width), Double(size.height))
    let context = cairo_create(handle)
    defer { cairo_destroy(context) }
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_rectangle(context, across * x, down * y, across * width, down * height)
    cairo_fill(context)
  }

  /// Encodes the surface as a PNG.
  package func png() throws(PictureError) -> [UInt8] {
    let sink = Sink()
    let status = withExtendedLifetime(sink) {
      cairo_surface_write_to_png_stream(
        handle,
        { context, bytes, length in
          guard let context, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().bytes
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(sink).toOpaque())
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notWritten(reason: Self.words(status))
    }
    return sink.bytes
  }

  /// Refuses what is no PNG, or one of a size not worth its memory, by its first 24 bytes:
  /// signature, chunk length, "IHDR", width and height as big-endian numbers.
  private static func checkHeader(of png: [UInt8]) throws(PictureError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard png.count >= 24, png.starts(with: signature) else {
      throw .unreadable(reason: "it does not begin like a PNG")
    }
    let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
    let height = png[20..<24].reduce(0) { $0 << 8 | Int($1) }
    guard width <= maximumSide, height <= maximumSide else {
      throw .tooLarge(width: width, height: height, limit: maximumSide)
    }
  }

  private static func words(_ status: cairo_status_t) -> String {
    String(cString: cairo_status_to_string(status))
  }

  /// Bytes handed to cairo piece by piece.
  private final class Source {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    func read(into target: UnsafeMutablePointer<UInt8>, _ length: Int) -> Bool {
      guard length <= bytes.count - position else { return false }
      bytes.withUnsafeBufferPointer { buffer in
        for offset in 0..<length { target[offset] = buffer[position + offset] }
      }
      position += length
      return true
    }
  }

  /// Bytes taken from cairo piece by piece.
  private final class Sink {
    var bytes: [UInt8] = []
  }
}

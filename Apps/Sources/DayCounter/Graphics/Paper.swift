import CCairo

/// An image to be drawn on by cairo, destroyed with its last reference.
///
/// What goes wrong while drawing is kept by cairo, which draws nothing from then on, and thrown by
/// ``png()``.
final class Paper {
  typealias Point = (x: Double, y: Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// An image of one colour, in pixels.
  init(width: Int, height: Int, colour: Colour) throws(CounterError) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    // Neither is ever nil, and a context of a failed surface has failed.
    guard let surface, let context = cairo_create(surface) else {
      throw .notDrawn(reason: "out of memory")
    }
    (self.surface, self.context) = (surface, context)
    use(colour)
    cairo_paint(context)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Moves the origin to the right and down.
  func move(by margin: Double) {
    cairo_translate(context, margin, margin)
  }

  /// Draws in a colour from here on.
  func use(_ colour: Colour) {
    let parts = colour.parts.map { Double($0) / 255 }
    cairo_set_source_rgb(context, parts[0], parts[1], parts[2])
  }

  /// Adds a line to what ``stroke(width:)`` draws.
  func line(_ start: Point, _ end: Point) {
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
  }

  /// Adds a square to what ``fill()`` fills.
  func square(at corner: Point, side: Double) {
    cairo_rectangle(context, corner.x, corner.y, side, side)
  }

  /// Draws the lines that were added.
  func stroke(width: Double) {
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_stroke(context)
  }

  /// Fills the squares that were added.
  func fill() {
    cairo_fill(context)
  }

  /// The image as a PNG.
  /// - Throws: ``CounterError/notDrawn(reason:)``.
  func png() throws(CounterError) -> [UInt8] {
    let bytes = Bytes()
    var status = cairo_status(context)
    if status == CAIRO_STATUS_SUCCESS {
      status = withExtendedLifetime(bytes) {
        cairo_surface_write_to_png_stream(
          surface,
          { context, bytes, count in
            guard let context, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<Bytes>.fromOpaque(context).takeUnretainedValue().all
              .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
          }, Unmanaged.passUnretained(bytes).toOpaque())
      }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .notDrawn(reason: String(cString: cairo_status_to_string(status)))
    }
    return bytes.all
  }

  /// Bytes taken from cairo piece by piece.
  private final class Bytes {
    var all: [UInt8] = []
  }
}

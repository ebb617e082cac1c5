import CPango

/// A surface of cairo to draw on and Pango's layout to set text with; all of it is released with
/// the canvas. The unit is a point.
package final class Canvas {
  package let context: OpaquePointer
  private let layout: OpaquePointer
  private var fonts: [Lettering.Font: OpaquePointer] = [:]
  private var ink = Ink.black
  private let record: PageRecord?

  /// A canvas on a surface, which it keeps alive. A point is `scale` pixels of the surface;
  /// `record` takes note of what is drawn.
  package init(on surface: OpaquePointer, scale: Double = 1, record: PageRecord? = nil) {
    self.record = record
    context = cairo_create(surface)
    cairo_scale(context, scale, scale)
    layout = pango_cairo_create_layout(context)
    let options = cairo_font_options_create()
    // Letters keep their exact widths, so that a text breaks alike in a page and in a picture.
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    let pango = pango_layout_get_context(layout)
    pango_cairo_context_set_font_options(pango, options)
    cairo_font_options_destroy(options)
    // A point is then a point, not the 96th part of an inch as on a screen.
    pango_cairo_context_set_resolution(pango, 72)
    pango_layout_context_changed(layout)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
  }

  deinit {
    for font in fonts.values { pango_font_description_free(font) }
    g_object_unref(UnsafeMutableRawPointer(layout))
    cairo_destroy(context)
  }

  /// Cairo's error so far; nil while all is well.
  package var failure: String? {
    let status = cairo_status(context)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }

  /// Sets a text in a box, as far as there is room for it: a single line in the middle, several
  /// where the lettering says.
  package func set(_ text: String, in box: Box, _ lettering: Lettering) {
    record?.add(.text(text, in: box, lettering))
    pango_layout_set_font_description(layout, font(lettering.font))
    pango_layout_set_alignment(layout, lettering.alignment.pango)
    pango_layout_set_width(layout, Self.units(box.width))
    // Less than 0 counts lines: one.
    pango_layout_set_height(layout, lettering.wraps ? Self.units(box.height) : -1)
    setText(text)
    if lettering.wraps { endAtLine(text) }
    use(lettering.ink)
    var y = box.y
    if !lettering.wraps || !lettering.beginsAtTop {
      var (width, height): (Int32, Int32) = (0, 0)
      pango_layout_get_size(layout, &width, &height)
      y += (box.height - Double(height) / Double(PANGO_SCALE)) / 2
    }
    cairo_move_to(context, box.x, y)
    pango_cairo_show_layout(context, layout)
  }

  private func setText(_ text: String) {
    var bytes = text
    // Text, not markup: "<" and "&" are what they are.
    bytes.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
  }

  /// Ends a text that is too long with the line that is the last to fit; Pango would set what
  /// follows beside it, as far as there is room.
  private func endAtLine(_ text: String) {
    guard pango_layout_is_ellipsized(layout) != 0,
      let line = pango_layout_get_line_readonly(layout, pango_layout_get_line_count(layout) - 1)
    else { return }
    let start = text.utf8.index(text.startIndex, offsetBy: Int(line.pointee.start_index))
    if let end = text[start...].firstIndex(of: PrintableText.lineEnd) {
      setText(text[..<end] + "…")
    }
  }

  /// The colour of what is drawn next.
  package func use(_ ink: Ink) {
    self.ink = ink
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
  }

  /// Draws the path along.
  package func stroke() {
    noteShape(isFilled: false)
    cairo_stroke(context)
  }

  /// Fills the path.
  /// - Parameter isKept: whether it stays, to be drawn along.
  package func fill(keepingPath isKept: Bool = false) {
    noteShape(isFilled: true)
    if isKept { cairo_fill_preserve(context) } else { cairo_fill(context) }
  }

  /// Ends a page, or the only picture.
  package func endPage() {
    cairo_show_page(context)
    record?.endPage()
  }

  private func noteShape(isFilled: Bool) {
    guard let record else { return }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    let box = Box(x: left, y: top, width: right - left, height: bottom - top)
    record.add(.shape(around: box, ink, isFilled: isFilled))
  }

  private func font(_ font: Lettering.Font) -> OpaquePointer? {
    if let known = fonts[font] { return known }
    let description = pango_font_description_new()
    pango_font_description_set_family(description, font.family)
    pango_font_description_set_size(description, Self.units(font.size))
    pango_font_description_set_weight(
      description, font.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    fonts[font] = description
    return description
  }

  /// Pango's unit is a fraction of a point.
  private static func units(_ points: Double) -> Int32 {
    Int32((points * Double(PANGO_SCALE)).rounded())
  }
}

extension Lettering {
  /// A font as Pango makes it.
  struct Font: Hashable {
    let family: String
    let size: Double
    let isBold: Bool
  }

  var font: Font { Font(family: family, size: size, isBold: isBold) }
}

extension Lettering.Alignment {
  fileprivate var pango: PangoAlignment {
    switch self {
    case .left: PANGO_ALIGN_LEFT
    case .centre: PANGO_ALIGN_CENTER
    case .right: PANGO_ALIGN_RIGHT
    }
  }
}

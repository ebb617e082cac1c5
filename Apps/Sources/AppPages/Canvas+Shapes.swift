import CPango

extension Canvas {
  /// A rectangle with round corners.
  package func rounded(_ box: Box, radius: Double) {
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, box.right - radius, box.y + radius, radius, -quarter, 0)
    cairo_arc(context, box.right - radius, box.bottom - radius, radius, 0, quarter)
    cairo_arc(context, box.x + radius, box.bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, box.x + radius, box.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  package func fill(_ box: Box, _ ink: Ink) {
    use(ink)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    fill()
  }

  package func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ ink: Ink)
  {
    use(ink)
    cairo_set_line_width(context, 0.75)
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
    stroke()
  }

  /// Draws what the body draws within a box alone.
  package func clipped(to box: Box, _ body: () -> Void) {
    cairo_save(context)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }
}

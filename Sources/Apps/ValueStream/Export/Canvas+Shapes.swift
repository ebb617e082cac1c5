import CPango

extension Canvas {
  /// A rectangle with round corners.
  func rounded(_ box: Box, radius: Double) {
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, box.right - radius, box.y + radius, radius, -quarter, 0)
    cairo_arc(context, box.right - radius, box.bottom - radius, radius, 0, quarter)
    cairo_arc(context, box.x + radius, box.bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(context, box.x + radius, box.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  func fill(_ box: Box, _ ink: Ink) {
    use(ink)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    cairo_fill(context)
  }

  func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ ink: Ink) {
    use(ink)
    cairo_set_line_width(context, 0.75)
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
    cairo_stroke(context)
  }

  /// What the body draws shows within a box alone.
  func clipped(to box: Box, _ body: () -> Void) {
    cairo_save(context)
    cairo_rectangle(context, box.x, box.y, box.width, box.height)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// The sign of a classification: its colour, hatched so that it is known without colours too.
  func band(_ classification: Classification, in box: Box) {
    fill(box, classification.ink)
    guard !classification.hatching.isEmpty else { return }
    clipped(to: box) {
      use(.white)
      cairo_set_line_width(context, 0.6)
      for slope in classification.hatching {
        var x = box.x - box.height
        while x < box.right {
          let (top, bottom) = slope > 0 ? (x + box.height, x) : (x, x + box.height)
          cairo_move_to(context, bottom, box.bottom)
          cairo_line_to(context, top, box.y)
          x += 5
        }
      }
      cairo_stroke(context)
    }
  }

  /// A classification's letter on a white plate.
  func letter(_ classification: Classification, in box: Box) {
    use(.white)
    rounded(box, radius: 2)
    cairo_fill(context)
    set(
      classification.letter, in: box,
      Lettering(size: box.height * 0.75, isBold: true, alignment: .centre))
  }
}

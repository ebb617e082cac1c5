import AppPages
import CPango

extension Canvas {
  /// The sign of a classification: its colour, hatched so that it is known without colours too.
  func band(_ classification: Classification, in box: Box) {
    fill(box, classification.ink)
    guard !classification.hatching.isEmpty else { return }
    clipped(to: box) {
      use(.white)
      for slope in classification.hatching { hatch(box, slope: slope) }
    }
  }

  /// Parallel lines across a box and beyond its sides.
  ///
  /// It is one line as thick as the box is high, dashed and sheared: a page of A4 has some hundreds
  /// of hatching lines, and written one by one they would be most of the file.
  private func hatch(_ box: Box, slope: Double) {
    cairo_save(context)
    var shear = cairo_matrix_t()
    cairo_matrix_init(&shear, 1, 0, -slope, 1, box.x, box.y)
    cairo_transform(context, &shear)
    cairo_set_dash(context, [0.85, 4.15], 2, 0)
    cairo_set_line_width(context, box.height)
    cairo_move_to(context, -box.height, box.height / 2)
    cairo_line_to(context, box.width + box.height, box.height / 2)
    stroke()
    cairo_restore(context)
  }

  /// A classification's letter on a white plate.
  func letter(_ classification: Classification, in box: Box) {
    use(.white)
    rounded(box, radius: 2)
    fill()
    set(
      classification.letter, in: box,
      Lettering(size: box.height * 0.75, isBold: true, alignment: .centre))
  }
}

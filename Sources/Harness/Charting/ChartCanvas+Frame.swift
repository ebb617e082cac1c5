extension ChartCanvas {
  /// Where data begin and end, in pixels from the left.
  func sides(from left: Double, to right: Double) -> String {
    "set lmargin at screen \(across(left))\nset rmargin at screen \(across(right))"
  }

  /// Where data begin and end, in pixels from the top.
  func height(from top: Double, to bottom: Double) -> String {
    "set tmargin at screen \(fromBottom(top))\nset bmargin at screen \(fromBottom(bottom))"
  }

  /// The frame of rows that are placed by pixels from their top: an axis below them, and names where
  /// another chart has its vertical axis.
  func rows(below top: Double, from left: Double, to right: Double, length: Double) -> String {
    """
    \(sides(from: left, to: right))
    \(height(from: top, to: top + length))
    set border 1
    unset ytics
    set grid xtics noytics
    set yrange [\(length):0]
    """
  }
}

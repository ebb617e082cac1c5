enum ChartStyle {
  /// Okabe and Ito's colours (2008), which are distinguishable with the common kinds of colour blindness. In
  /// this order neighbours also differ in lightness, for grey prints. Yellow is left out, because it is too
  /// pale on white.
  static let palette = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"]

  /// gnuplot's fills: the first two differ in lightness, the others also in hatching.
  static let fills = [
    "solid 1", "solid 1", "transparent pattern 4", "transparent pattern 5",
    "transparent pattern 1", "transparent pattern 2",
  ]

  /// Filled circle, square, triangle, diamond, inverted triangle, pentagon.
  static let points = [7, 5, 9, 13, 11, 15]

  static let seriesLimit = palette.count

  /// Refuses more series than can be told apart.
  static func check(seriesCount count: Int) throws(ChartError) {
    guard count <= seriesLimit else { throw .tooManySeries(found: count, limit: seriesLimit) }
  }

  /// Letters, and the outlines of bars. Inline SVG replaces it by the page's text colour.
  static let ink = "#24292f"

  /// Axis lines and other processes: a grey legible on white and on black.
  static let muted = "#7d8590"

  /// Grid lines, steps' spans and bands behind points and intervals: gnuplot's ALPHA first, 255 being invisible.
  static let grid = "#b8808080"
  static let span = "#e4808080"
  static let band = "#d0808080"
  static let floor = "#90808080"
  static let stepBorder = "#80808080"

  /// Heights of letters, in pixels.
  static let titleSize = 19.0
  static let textSize = 15.0
  static let smallSize = 13.0

  /// Lines at the left and at the bottom.
  static let border = "set border 3 linecolor rgb '\(muted)' linewidth 1"

  static let tics = "set tics nomirror scale 0.4"

  /// Commands that all charts begin with. `noenhanced` is part of the terminal.
  static let opening = """
    set encoding utf8
    set decimalsign '.'
    \(border)
    \(tics)
    set format '%.10g'
    set grid noxtics ytics linetype 1 linecolor rgb '\(grid)' linewidth 1
    """
}

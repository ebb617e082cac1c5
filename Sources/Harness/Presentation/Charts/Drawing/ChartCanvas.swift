import Statistics

/// The surface that a chart is drawn on: it converts pixels for a gnuplot terminal.
public struct ChartCanvas: Sendable {
  /// The format that is drawn.
  public let format: ChartFormat
  /// The size of the drawing.
  public let size: ChartSize

  /// For measuring what depends on the width alone, which is the same for all charts.
  static let standard = ChartCanvas(format: .svg, size: .standard)

  static let family = "DejaVu Sans"

  /// The number of a PNG's dots for one pixel in each direction: modern screens have two.
  static let density = 2

  /// gnuplot's exit status if there is no font, see `fontCheck`.
  static let noFontStatus = 47

  /// Without any font, pngcairo and pdfcairo draw pictures without letters and report success. They then give
  /// the width of a letter as 10 of their 200ths of a pixel.
  static let fontCheck = """
    if (exists('GPVAL_TERM_HCHAR') && GPVAL_TERM_HCHAR < 2 * GPVAL_TERM_SCALE) { \
    exit status \(noFontStatus) }
    """

  var width: Double { Double(size.width) }
  var height: Double { Double(size.height) }

  /// Sizes of letters are pixels in SVG, and points of 1/72 inch at 96 dots in PNG and PDF.
  func fontSize(_ pixels: Double) -> String {
    switch format {
    case .svg, .inlineSVG: "\(pixels)"
    case .png, .pdf: "\(pixels * 0.75)"
    }
  }

  func font(_ pixels: Double) -> String { "font ',\(fontSize(pixels))'" }

  func terminal(named identifier: String) -> String {
    let font = "font '\(Self.family),\(fontSize(ChartStyle.textSize))'"
    let dimensions = "size \(size.width),\(size.height)"
    return switch format {
    case .svg, .inlineSVG:
      "set terminal svg \(dimensions) dynamic noenhanced name '\(identifier)' \(font)"
        + (format == .svg ? " background '#ffffff'" : "")
    case .png:
      // Letters, lines and points keep their share of the picture.
      "set terminal pngcairo size \(size.width * Self.density),\(size.height * Self.density) "
        + "noenhanced \(font) fontscale \(Self.density) linewidth \(Self.density) "
        + "pointscale \(Self.density) background '#ffffff'"
    case .pdf:
      // For pdfcairo a point is a dot of 96 to the inch, and less for lines.
      "set terminal pdfcairo size \(width / 96)in,\(height / 96)in noenhanced \(font) "
        + "fontscale 0.75 linewidth 1.5 background '#ffffff'"
    }
  }

  /// A label of a horizontal or vertical axis, cut to the axis's length.
  func axisLabel(_ which: String, _ axis: ChartAxis, length: Double) -> String {
    let caption = TextMetrics.shortened(axis.caption, to: length, size: ChartStyle.textSize)
    return "set \(which)label \(ScriptText.literal(caption)) \(ink)"
  }

  /// A text beside a row: x in pixels from the left, y on the vertical axis, and the side of it that x is at.
  func label(
    _ text: String, at x: Double, _ y: Double, _ side: String, size: Double = ChartStyle.smallSize
  ) -> String {
    "set label \(ScriptText.literal(text)) at screen \(across(x)), first \(y) \(side) "
      + "\(font(size)) \(ink)"
  }

  /// A text at a place in pixels from the left and from the top, and the side of it that x is at.
  func screenLabel(
    _ text: String, at x: Double, _ y: Double, _ side: String, size: Double = ChartStyle.smallSize
  ) -> String {
    "set label \(ScriptText.literal(text)) at screen \(across(x)), screen \(fromBottom(y)) \(side) "
      + "\(font(size)) \(ink)"
  }

  /// A legend's entry, cut to the width of two side by side.
  func legend(_ name: String) -> String {
    TextMetrics.shortened(name, to: width / 2 - 100, size: ChartStyle.textSize)
  }

  /// A place this many pixels from the left, as a fraction of the screen.
  func across(_ pixels: Double) -> String { Self.share(pixels / width) }

  /// A place this many pixels from the top. gnuplot counts from the bottom, 1 being the top.
  func fromBottom(_ pixels: Double) -> String { Self.share(1 - pixels / height) }

  /// With an error below one pixel of the largest picture.
  private static func share(_ share: Double) -> String {
    NumberFormat.decimals(4).string(for: share)
  }

  var ink: String { "textcolor rgb '\(ChartStyle.ink)'" }

  /// The left and right edge of the data, in pixels from the left.
  func sides(from left: Double, to right: Double) -> String {
    "set lmargin at screen \(across(left))\nset rmargin at screen \(across(right))"
  }

  /// The upper and lower edge of the data, in pixels from the top.
  func height(from top: Double, to bottom: Double) -> String {
    "set tmargin at screen \(fromBottom(top))\nset bmargin at screen \(fromBottom(bottom))"
  }

  /// The frame of rows that are placed by pixels from their top, with an axis below, and names in place of a
  /// vertical axis.
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

  /// The heading, and below it both axes of a chart that has a quantity on either.
  func plane(below heading: ChartHeading, _ horizontal: ChartAxis, _ vertical: ChartAxis) -> String
  {
    """
    \(heading.commands)
    set tmargin at screen \(fromBottom(heading.bottom))
    \(axisLabel("x", horizontal, length: width - 160))
    \(axisLabel("y", vertical, length: height - 180))
    set tics \(font(ChartStyle.smallSize)) \(ink)
    set rmargin at screen \(across(width - 32))
    """
  }
}

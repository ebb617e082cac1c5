import Statistics

/// The surface that a chart is drawn on: it turns pixels into the terms of a gnuplot terminal.
public struct ChartCanvas: Sendable {
  /// The format that is drawn.
  public let format: ChartFormat
  /// The size of the drawing.
  public let size: ChartSize

  static let family = "DejaVu Sans"

  /// The number of a PNG's dots for one pixel, each way: screens of today have two.
  static let density = 2

  /// The status with which gnuplot exits when there was no font, see `fontCheck`.
  static let noFontStatus = 47

  /// Without any font, pngcairo and pdfcairo draw pictures without letters and report success. Then they
  /// also give the width of a letter as 10 of their 200ths of a pixel.
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
    case .svg:
      "set terminal svg \(dimensions) dynamic noenhanced name '\(identifier)' \(font) "
        + "background '#ffffff'"
    case .inlineSVG:
      "set terminal svg \(dimensions) dynamic noenhanced name '\(identifier)' \(font)"
    case .png:
      // Letters, lines and points keep their share of the picture.
      "set terminal pngcairo size \(size.width * Self.density),\(size.height * Self.density) "
        + "noenhanced \(font) fontscale \(Self.density) linewidth \(Self.density) "
        + "pointscale \(Self.density) background '#ffffff'"
    case .pdf:
      // pdfcairo takes a point for a dot of 96 to the inch, and for lines less than one.
      "set terminal pdfcairo size \(width / 96)in,\(height / 96)in noenhanced \(font) "
        + "fontscale 0.75 linewidth 1.5 background '#ffffff'"
    }
  }

  /// A label of a horizontal or vertical axis, cut to the axis's length.
  func axisLabel(_ which: String, _ axis: ChartAxis, length: Double) -> String {
    let caption = TextMetrics.shortened(axis.caption, to: length, size: ChartStyle.textSize)
    return "set \(which)label \(ScriptText.literal(caption)) \(ink)"
  }

  /// A legend's entry, cut to the width that two side by side may have.
  func legend(_ name: String) -> String {
    TextMetrics.shortened(name, to: width / 2 - 100, size: ChartStyle.textSize)
  }

  /// A place so many pixels from the left, as a part of the screen.
  func across(_ pixels: Double) -> String { Self.share(pixels / width) }

  /// A place so many pixels from the top. gnuplot counts from the bottom, 1 being the top.
  func fromBottom(_ pixels: Double) -> String { Self.share(1 - pixels / height) }

  /// To less than a pixel of the largest picture.
  private static func share(_ share: Double) -> String {
    NumberFormat.decimals(4).string(for: share)
  }

  var ink: String { "textcolor rgb '\(ChartStyle.ink)'" }
}

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

/// A chart's width and height, in pixels (PNG) or SVG user units.
///
/// Letters keep their size whatever the chart's, so a larger chart holds more of them.
public struct ChartSize: Sendable, Equatable {
  /// 960 by 540: as wide as a README's column on a large screen, and half of full HD.
  public static let standard = ChartSize(checkedWidth: 960, height: 540)

  /// From the left edge to the right one.
  public let width: Int
  /// From the top edge to the bottom one.
  public let height: Int

  /// Makes a size that leaves room for axes and letters.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange` outside 640...8192 by 320...8192.
  public init(width: Int, height: Int) throws(ChartDataError) {
    guard (640...8192).contains(width), (320...8192).contains(height) else {
      throw .sizeOutOfRange(width: width, height: height)
    }
    self.init(checkedWidth: width, height: height)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The look all charts share.
enum ChartStyle {
  /// Okabe and Ito's colours (2008), which the common kinds of colour blindness keep apart.
  /// In this order neighbours also differ in lightness, for grey prints; yellow is left out,
  /// being too pale on white.
  static let palette = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"]

  /// gnuplot's fills: the first two are told apart by lightness, the others by hatching too.
  static let fills = [
    "solid 1", "solid 1", "transparent pattern 4", "transparent pattern 5",
    "transparent pattern 1", "transparent pattern 2",
  ]

  /// Filled circle, square, triangle, diamond, triangle upside down, pentagon.
  static let points = [7, 5, 9, 13, 11, 15]

  static let seriesLimit = palette.count

  /// Letters, and the outlines of bars. Inline SVG puts the page's text colour here.
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

  /// Lines at the left and below.
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

/// What a chart is being drawn on: it turns pixels into the terms of a gnuplot terminal.
public struct ChartCanvas: Sendable {
  /// What is being drawn.
  public let format: ChartFormat
  /// How large it is.
  public let size: ChartSize

  static let family = "DejaVu Sans"

  /// What gnuplot exits with when there was no font, see `fontCheck`.
  static let noFontStatus = 47

  /// Without any font, pngcairo draws pictures without letters and reports success. Then it
  /// also gives the height of a letter as 13 of its 200ths of a pixel.
  static let fontCheck = """
    if (exists('GPVAL_TERM_VCHAR') && GPVAL_TERM_VCHAR < 4 * GPVAL_TERM_SCALE) { \
    exit status \(noFontStatus) }
    """

  var width: Double { Double(size.width) }
  var height: Double { Double(size.height) }

  /// Sizes of letters are pixels in SVG, and points of 1/72 inch at 96 dots in PNG.
  func fontSize(_ pixels: Double) -> String {
    switch format {
    case .svg, .inlineSVG: "\(pixels)"
    case .png: "\(pixels * 0.75)"
    }
  }

  func font(_ pixels: Double) -> String { "font ',\(fontSize(pixels))'" }

  func terminal(named identifier: String) -> String {
    let font = "font '\(Self.family),\(fontSize(ChartStyle.textSize))'"
    let size = "size \(size.width),\(size.height)"
    return switch format {
    case .svg:
      "set terminal svg \(size) dynamic noenhanced name '\(identifier)' \(font) "
        + "background '#ffffff'"
    case .inlineSVG:
      "set terminal svg \(size) dynamic noenhanced name '\(identifier)' \(font)"
    case .png:
      "set terminal pngcairo \(size) noenhanced \(font) background '#ffffff'"
    }
  }

  /// A title in at most three lines.
  func title(_ text: String) -> String {
    let lines = titleLines(text).map(ScriptText.visible)
    let size = ChartStyle.titleSize
    return "set title \(ScriptText.literal(lines: lines)) \(font(size)) \(ink)"
  }

  /// At most three lines; what is longer ends in an ellipsis.
  func titleLines(_ text: String) -> [String] {
    let room = width - 80
    let size = ChartStyle.titleSize
    guard let lines = TextMetrics.wrapped(text, to: room, size: size) else {
      return [TextMetrics.shortened(text, to: room, size: size)]
    }
    guard lines.count > 3 else { return lines }
    let last = TextMetrics.shortened(
      lines.dropFirst(2).joined(separator: " "), to: room, size: size)
    return [lines[0], lines[1], last]
  }

  /// A label of a horizontal or vertical axis, cut to the axis's length.
  func axisLabel(_ which: String, _ axis: ChartAxis, length: Double) -> String {
    let caption = TextMetrics.shortened(axis.caption, to: length, size: ChartStyle.textSize)
    return "set \(which)label \(ScriptText.literal(caption)) \(ink)"
  }

  /// A legend's entry, so short that two fit side by side.
  func legend(_ name: String) -> String {
    let room = width / 2 - 80
    return ScriptText.literal(
      TextMetrics.shortened(name, to: room, size: ChartStyle.textSize))
  }

  var ink: String { "textcolor rgb '\(ChartStyle.ink)'" }
}

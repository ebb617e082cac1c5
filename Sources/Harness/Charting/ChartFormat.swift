/// What a chart is drawn as.
public enum ChartFormat: String, Sendable, CaseIterable {
  /// A file of its own: an SVG document on white, legible in a README under any theme.
  case svg

  /// An `<svg>` element for an HTML page: no prolog, no background, and text in the page's
  /// own text colour, so that it follows light and dark.
  case inlineSVG = "inline-svg"

  /// A picture of dots on white.
  case png

  /// A page as large as the picture, with its fonts, for LaTeX and print.
  case pdf

  /// The end of a file name in this format, without a dot.
  public var fileExtension: String {
    switch self {
    case .svg, .inlineSVG: "svg"
    case .png: "png"
    case .pdf: "pdf"
    }
  }
}

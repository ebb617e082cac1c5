/// The format of a drawn chart.
public enum ChartFormat: String, Sendable, CaseIterable {
  /// A separate file: an SVG document on white, legible in a README under any theme.
  case svg

  /// An `<svg>` element for an HTML page: no prolog, no background, and text in the page's own colour, so
  /// that it follows light and dark.
  case inlineSVG = "inline-svg"

  /// A picture of dots on white.
  case png

  /// A page as large as the picture, with its fonts, for LaTeX and print.
  case pdf

  /// The file name extension, without a dot.
  public var fileExtension: String {
    switch self {
    case .svg, .inlineSVG: "svg"
    case .png: "png"
    case .pdf: "pdf"
    }
  }

  /// Returns whether a picture has its format's beginning and end: a truncated one lacks its end.
  func isComplete(_ picture: [UInt8]) -> Bool {
    switch self {
    case .svg, .inlineSVG:
      let end = picture.suffix(16).filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }
      return picture.starts(with: "<?xml".utf8) && end.suffix(6).elementsEqual("</svg>".utf8)
    case .png:
      return picture.starts(with: Self.pngSignature) && picture.suffix(12) == Self.pngEnd[...]
    case .pdf:
      let end = picture.suffix(8).filter { $0 != 0x0A && $0 != 0x0D }
      return picture.starts(with: "%PDF-".utf8) && end.suffix(5).elementsEqual("%%EOF".utf8)
    }
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunk IEND: its length of 0, its name, and its checksum.
  private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}

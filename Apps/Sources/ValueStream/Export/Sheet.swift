import AppPages

/// Where things stand on a page or a picture: rows of cards under a title; points.
struct Sheet: Hashable {
  static let margin = 36.0
  static let card = (width: 146.0, height: 116.0)
  /// Between two cards of a row.
  static let gap = 9.9
  /// From the top of a card to the top of that below it; the time line lies between.
  static let rowHeight = 154.0
  /// The title's line, and the space below it.
  static let header = (height: 22.0, space: 14.0)
  /// The totals need as much as a row.
  static let totalsHeight = 140.0

  /// Cards in a row.
  let columns: Int

  /// Landscape A4, of 297 by 210 mm: five cards in a row, and three rows without headings.
  static let page = (width: 297 / 25.4 * 72, height: 210 / 25.4 * 72)
  /// Where rows end at the latest; the footer is below.
  static let pageBottom = page.height - margin - 3
  static let ofPage = Sheet(columns: 5)

  /// With its margins.
  var width: Double {
    2 * Self.margin + Double(columns) * (Self.card.width + Self.gap) - Self.gap
  }

  var title: Box {
    Box(
      x: Self.margin, y: Self.margin, width: width - 2 * Self.margin, height: Self.header.height)
  }

  /// Below the rows of a page.
  var footer: Box {
    Box(
      x: Self.margin, y: Self.page.height - Self.margin, width: width - 2 * Self.margin, height: 12)
  }

  /// Below the title: where the first row begins.
  var top: Double { title.bottom + Self.header.space }

  /// A section's heading, which begins at `top`.
  func heading(at top: Double) -> Box {
    Box(x: Self.margin, y: top, width: width - 2 * Self.margin, height: PrintedRow.heading)
  }

  /// A card of a row whose cards begin at `top`.
  func card(at top: Double, column: Int) -> Box {
    Box(
      x: Self.margin + Double(column) * (Self.card.width + Self.gap), y: top,
      width: Self.card.width, height: Self.card.height)
  }

  /// The totals, in the place of a row.
  func totals(at top: Double) -> Box {
    Box(x: Self.margin, y: top, width: width - 2 * Self.margin, height: Self.totalsHeight)
  }
}

import AppPages

/// Where things stand on the pages of an account: portrait A4; points.
struct AccountSheet {
  static let margin = 42.0
  static let rowHeight = 24.0
  /// Rows of a page, if nothing else stands below them.
  static let rowsOfPage = 25
  /// The rows whose place the end takes: total, shares, rule and signatures.
  static let rowsOfEnd = 7

  /// The columns: heading, right edge and alignment. The first begins at the margin.
  enum Column: CaseIterable {
    case pos, type, quantity, unit, price, amount

    var heading: String {
      switch self {
      case .pos: "Pos"
      case .type: "Activity"
      case .quantity: "Quantity"
      case .unit: "Unit"
      case .price: "Price, kr."
      case .amount: "Amount, kr."
      }
    }

    var isNumber: Bool { [.quantity, .price, .amount].contains(self) }

    fileprivate var width: Double {
      switch self {
      case .pos: 52
      case .type: 216
      case .quantity: 62
      case .unit: 36
      case .price: 60
      case .amount: 85
      }
    }
  }

  /// The pages that so many activities take. The end has a page of its own where it does not fit below
  /// the last row.
  static func pages(activities count: Int) -> Int {
    let full = max(0, count - 1) / rowsOfPage
    let last = count - full * rowsOfPage
    return full + (last <= rowsOfPage - rowsOfEnd ? 1 : 2)
  }

  static let width = PDFFile.a4.width - 2 * margin

  static func line(y: Double, height: Double) -> Box {
    Box(x: margin, y: y, width: width, height: height)
  }

  static let title = line(y: margin, height: 22)
  /// Project, employer, roofers and date, one below the other.
  static let facts = line(y: title.bottom + 6, height: 60)
  static let head = line(y: facts.bottom + 8, height: 16)
  static let footer = line(y: PDFFile.a4.height - margin, height: 12)

  static func row(_ number: Int) -> Box {
    line(y: head.bottom + Double(number) * rowHeight, height: rowHeight)
  }

  static func cell(_ column: Column, in row: Box) -> Box {
    var x = row.x
    for before in Column.allCases.prefix(while: { $0 != column }) { x += before.width }
    return Box(x: x, y: row.y, width: column.width, height: row.height).inset(3, 0)
  }
}

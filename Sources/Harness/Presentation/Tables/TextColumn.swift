import Statistics

struct TextColumn {
  private let heading: String
  private let unit: String
  private let alignment: Table.Alignment
  private let isProse: Bool
  private let cells: [TextCell]
  private let widestWhole: Int
  private let widestFraction: Int
  private(set) var width: Int
  /// The least width of the column: its numbers in full.
  let necessaryWidth: Int

  init(_ column: Table.Column, cells: [TextCell]) {
    heading = PlainLine(column.heading).description
    unit = PlainLine(column.unit).description
    alignment = column.alignment
    isProse = column.isProse
    self.cells = cells

    let numbers = cells.filter(\.isNumber)
    let parts = numbers.map(\.decimalParts)
    widestWhole = parts.map(\.whole).max() ?? 0
    widestFraction = parts.map(\.fraction).max() ?? 0
    necessaryWidth =
      alignment == .decimal
      ? widestWhole + widestFraction : numbers.map(\.width).max() ?? 0
    width = max(
      necessaryWidth, DisplayWidth.of(heading), DisplayWidth.of(unit),
      cells.map(\.width).max() ?? 0)
  }

  var hasUnit: Bool { !unit.isEmpty }

  /// The column no wider than this, unless its numbers need more.
  func narrowed(to limit: Int) -> TextColumn {
    var column = self
    column.width = min(width, max(limit, necessaryWidth, 1))
    return column
  }

  func headingField(_ style: TextStyle) -> TextField { field(heading, as: .heading, style) }

  func unitField(_ style: TextStyle) -> TextField { field(unit, as: .footnote, style) }

  func rule(_ style: TextStyle) -> TextField {
    TextField(text: style.apply(.rule, to: String(repeating: "─", count: width)))
  }

  /// The lines of a cell: one, except for sentences that are longer than the column is wide.
  func fields(inRow row: Int, _ style: TextStyle) -> [TextField] {
    let cell = cells[row]
    guard cell.isNumber, alignment == .decimal else {
      let lines = isProse ? LineWrap(cell.text, width: width).lines : [cell.text]
      return lines.map { field($0, as: cell.role, style) }
    }
    let after = widestFraction - cell.decimalParts.fraction
    return [
      TextField(
        before: width - after - cell.width, text: style.apply(cell.role, to: cell.text),
        after: after)
    ]
  }

  private func field(_ text: String, as role: TextStyle.Role?, _ style: TextStyle) -> TextField {
    let text = DisplayWidth.cut(text, to: width)
    let blanks = width - DisplayWidth.of(text)
    let styled = style.apply(role, to: text)
    return alignment == .leading
      ? TextField(text: styled, after: blanks) : TextField(before: blanks, text: styled)
  }
}

/// A cell as harmless text, with everything that its layout depends on.
struct TextCell {
  let text: String
  let role: TextStyle.Role?
  let isNumber: Bool

  init(_ cell: Table.Cell, reasons: inout MissingReasons) {
    switch cell.content {
    case .text(let text):
      self.text = PlainLine(text).description
      role = cell.tone.role
      isNumber = false
    case .number(let value, let format):
      text = format.string(for: value)
      role = cell.tone.role
      isNumber = true
    case .missing(let reason):
      text = reasons.mark(for: reason)
      role = .missing
      isNumber = false
    }
  }

  var width: Int { DisplayWidth.of(text) }

  /// The widths before the decimal point, and from it on.
  var decimalParts: (whole: Int, fraction: Int) {
    let whole = DisplayWidth.of(String(text.prefix { $0 != "." }))
    return (whole, width - whole)
  }
}

extension Table.Cell.Tone {
  var role: TextStyle.Role? {
    switch self {
    case .neutral: nil
    case .good: .good
    case .bad: .bad
    case .caution: .caution
    }
  }
}

/// The text in one column of one line, between spaces.
struct TextField {
  var before = 0
  var text = ""
  var after = 0
}

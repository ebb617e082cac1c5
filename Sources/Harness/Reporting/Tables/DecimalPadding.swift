import Rounding

/// What makes the decimal points of a column line up where numbers end at the right edge: the
/// digits that each lacks behind its point, for formats that can lay out text without showing it.
struct DecimalPadding {
  private let longest: [Int]

  /// - Parameter texts: every column's numbers as shown; none where a column does not line up.
  init(columns texts: [[String]]) {
    longest = texts.map { $0.map { Self.fraction(of: $0) }.max() ?? 0 }
  }

  init(_ table: Table) {
    let rows = table.sections.flatMap(\.rows)
    self.init(
      columns: table.columns.enumerated().map { index, column in
        guard column.alignment == .decimal else { return [] }
        return rows.compactMap { $0[index].shownNumber }
      })
  }

  /// What an invisible text behind this number has to be; nil where it is as long as any.
  func padding(of number: String, inColumn column: Int) -> String? {
    let own = Self.fraction(of: number)
    let missing = longest[column] - own
    guard missing > 0 else { return nil }
    return own > 0
      ? String(repeating: "0", count: missing) : "." + String(repeating: "0", count: missing - 1)
  }

  /// How many characters there are from the decimal point on.
  private static func fraction(of number: String) -> Int {
    number.count - number.prefix { $0 != "." }.count
  }
}

extension Table.Cell {
  /// The number as people see it; nil where the cell holds none.
  var shownNumber: String? {
    if case .number(let value, let format) = content { format.string(for: value) } else { nil }
  }
}

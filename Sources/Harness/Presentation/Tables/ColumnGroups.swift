import Statistics

/// The parts of a table that is split to fit the width, each with the leading columns at its left.
struct ColumnGroups {
  /// The spaces between two columns.
  static let gap = 2

  let groups: [[TextColumn]]

  init(_ columns: [TextColumn], leading: Int, width: Int?) {
    guard let width, Self.width(of: columns) > width else {
      groups = [columns]
      return
    }
    let followers = Array(columns.dropFirst(leading))
    let leaders = Self.narrowed(
      Array(columns.prefix(leading)), to: Self.spaceForLeaders(followers, width: width))
    let taken = leaders.isEmpty ? 0 : Self.width(of: leaders) + Self.gap

    var groups: [[TextColumn]] = []
    var group: [TextColumn] = []
    for column in followers.map({ $0.narrowed(to: width - taken) }) {
      if !group.isEmpty, taken + Self.width(of: group + [column]) > width {
        groups.append(leaders + group)
        group = []
      }
      group.append(column)
    }
    self.groups = groups + (group.isEmpty && !groups.isEmpty ? [] : [leaders + group])
  }

  /// The leading columns get half the width, or more if all the others leave it, but never so much that
  /// another column's number does not fit.
  private static func spaceForLeaders(_ followers: [TextColumn], width: Int) -> Int {
    guard let necessary = followers.map(\.necessaryWidth).max() else { return width }
    let left = width - gap - Self.width(of: followers)
    return min(max(left, width / 2), width - gap - necessary)
  }

  /// Takes width from the widest column until all fit.
  private static func narrowed(_ columns: [TextColumn], to limit: Int) -> [TextColumn] {
    var columns = columns
    while width(of: columns) > limit {
      let narrowable = columns.indices.filter {
        columns[$0].width > max(columns[$0].necessaryWidth, 1)
      }
      guard let widest = narrowable.max(by: { columns[$0].width < columns[$1].width }) else {
        return columns
      }
      columns[widest] = columns[widest].narrowed(to: columns[widest].width - 1)
    }
    return columns
  }

  private static func width(of columns: [TextColumn]) -> Int {
    columns.map(\.width).reduce(0, +) + gap * max(columns.count - 1, 0)
  }
}

/// The padding that aligns the decimal points of right-aligned numbers: the digits that each lacks after its
/// point, for formats that can lay out text without showing it.
struct DecimalPadding {
  private let longest: [Int]

  /// - Parameter texts: every column's numbers as shown; none if a column does not line up.
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

  /// Returns the invisible text needed after this number; nil if it is as long as any.
  func padding(of number: String, inColumn column: Int) -> String? {
    let own = Self.fraction(of: number)
    let missing = longest[column] - own
    guard missing > 0 else { return nil }
    return own > 0
      ? String(repeating: "0", count: missing) : "." + String(repeating: "0", count: missing - 1)
  }

  /// Returns the number of characters from the decimal point on.
  private static func fraction(of number: String) -> Int {
    number.count - number.prefix { $0 != "." }.count
  }
}

extension Table.Cell {
  /// The displayed number; nil if the cell has none.
  var shownNumber: String? {
    if case .number(let value, let format) = content { format.string(for: value) } else { nil }
  }
}

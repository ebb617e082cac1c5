/// The parts into which a table is split so that each fits the width, every part with the
/// leading columns at its left.
struct ColumnGroups {
  /// The blanks between two columns.
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

  /// The leaders get half the width, or more where all the others leave it, but never so much
  /// that a number of the others does not fit.
  private static func spaceForLeaders(_ followers: [TextColumn], width: Int) -> Int {
    guard let necessary = followers.map(\.necessaryWidth).max() else { return width }
    let left = width - gap - Self.width(of: followers)
    return min(max(left, width / 2), width - gap - necessary)
  }

  /// Takes width off the widest column until all of them fit.
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

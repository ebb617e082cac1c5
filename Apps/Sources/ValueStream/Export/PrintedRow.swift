import AppPages

/// A row of cards on a sheet, with what stands above it.
struct PrintedRow {
  /// The height of a section's heading, in points.
  static let heading = 20.0

  /// The positions of its stickers.
  let positions: Range<Int>
  /// The part of which it is the first row, where that has a heading.
  let heading: StreamPart?
  /// The name of the section that its part runs parallel to.
  let beside: String?
  /// When its first step begins, where that is not when the row before it ends.
  let begins: Minutes?
  /// Lanes for what comes to its steps and goes from them.
  let lanes: Int

  /// The distance from its beginning to its cards, in points.
  var above: Double {
    (heading == nil ? 0 : Self.heading) + Double(lanes) * StepTags.lane
  }

  /// The height, in points.
  var height: Double { above + Sheet.rowHeight }

  /// The rows of a map: each part begins a new one.
  static func rows(of map: StreamMap, columns: Int, tags: StepTags) -> [PrintedRow] {
    var rows: [PrintedRow] = []
    // The part that those that run at the same time are beside.
    var main: StreamPart?
    for part in map.parts {
      if !part.isParallel { main = part }
      for first in stride(
        from: part.positions.lowerBound, to: part.positions.upperBound, by: columns)
      {
        let positions = first..<min(first + columns, part.positions.upperBound)
        let isFirst = first == part.positions.lowerBound
        rows.append(
          PrintedRow(
            positions: positions, heading: isFirst && part.name != nil ? part : nil,
            beside: isFirst && part.isParallel ? main?.name ?? "the steps before" : nil,
            begins: isFirst ? part.begins : nil, lanes: tags.lanes(of: positions)))
      }
    }
    return rows
  }
}

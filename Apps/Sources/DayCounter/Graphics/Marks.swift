/// The marks that stand for a number of days on the main view.
public enum Marks: Hashable, Sendable {
  /// For days with or without: in bundles of five.
  case tally(Tally)
  /// For days until or since: a box for each.
  case boxes(Int)

  /// The marks of a count.
  public init(_ count: DayCount) {
    switch count.relation {
    case .with, .without: self = .tally(Tally(days: count.days))
    case .until, .since: self = .boxes(count.days)
    }
  }
}

/// Tally marks: four strokes and a fifth across them, again and again.
public struct Tally: Hashable, Sendable {
  /// The number of bundles of five.
  public let bundles: Int
  /// The strokes after the last bundle, 0 to 4.
  public let strokes: Int

  /// The tally of so many days, which are not negative.
  package init(days: Int) {
    (bundles, strokes) = days.quotientAndRemainder(dividingBy: 5)
  }
}

/// A row of boxes that winds: from left to right, then below from right to left, and so on.
public struct WindingRow: Hashable, Sendable {
  /// The number of boxes.
  public let count: Int
  /// The number of boxes in a row, above 0.
  public let width: Int

  /// A box's place, from 0 at the top left.
  public struct Place: Hashable, Sendable {
    /// Downwards.
    public let row: Int
    /// To the right.
    public let column: Int
  }

  /// So many boxes in rows of `width`.
  init(count: Int, width: Int) {
    (self.count, self.width) = (count, width)
  }

  /// The number of rows, the last of which may be shorter.
  public var rows: Int { count / width + (count % width == 0 ? 0 : 1) }

  /// The number of boxes in a row.
  public func length(ofRow row: Int) -> Int { min(width, count - row * width) }

  /// The place of a box, counted from 0: the first of a row is below the last of the row above.
  public func place(of box: Int) -> Place {
    let (row, step) = box.quotientAndRemainder(dividingBy: width)
    return Place(row: row, column: row.isMultiple(of: 2) ? step : width - 1 - step)
  }
}

/// A grid of square cells, as large as they can be so that all find room.
struct CellGrid: Hashable, Sendable {
  let columns: Int
  let rows: Int
  /// The side of a cell, in the unit of the sheet.
  let side: Double

  /// A grid of so many cells, in at least `fewest` columns, so that a few cells don't fill the
  /// sheet.
  init(_ count: Int, columns fewest: Int, width: Double, height: Double) {
    var columns = max(fewest, Int((Double(count) * width / height).squareRoot()))
    // The root is that of cells that may end in the middle: one or two columns more at most.
    while Double(Self.rows(count, columns)) * width / Double(columns) > height { columns += 1 }
    self.columns = columns
    rows = Self.rows(count, columns)
    side = width / Double(columns)
  }

  private static func rows(_ count: Int, _ columns: Int) -> Int {
    count / columns + (count % columns == 0 ? 0 : 1)
  }
}

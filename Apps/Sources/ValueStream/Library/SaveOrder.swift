import AppStorage
import GRDB

/// The key that files are ordered by: the moment of their last save in milliseconds, and below it
/// a count of the saves in that millisecond.
///
/// Being the row's number in the table and in the search, it makes both deliver the latest saved
/// first without sorting. Files saved in the same millisecond have the one saved later first.
///
/// Where the clock stands still for more than a million saves, the next ones count as of the
/// millisecond after, and come before what is saved in that later on: the order holds.
enum SaveOrder {
  private static let countBits = 20
  /// In the year 2248.
  private static let latest = Int64.max >> countBits

  /// The key of a save at a moment; a moment outside of 1970 to 2248 counts as the nearest inside.
  static func key(at moment: Timestamp, in database: Database) throws -> Int64 {
    for millisecond in min(max(moment.milliseconds, 0), latest - 1)...latest {
      let first = millisecond << countBits
      let end = first + ((1 << countBits) - 1)
      guard let last = try highest(in: first...end, database) else { return first }
      if last < end { return last + 1 }
    }
    throw DatabaseError.damage("no moment of a save is left")
  }

  private static func highest(
    in keys: ClosedRange<Int64>, _ database: Database
  ) throws -> Int64? {
    let statement = try PreparedStatement(
      "SELECT max(saved) FROM file WHERE saved BETWEEN ? AND ?", in: database)
    defer { statement.finish() }
    try statement.bind(keys.lowerBound, at: 1)
    try statement.bind(keys.upperBound, at: 2)
    return try statement.step() ? statement.integerIfAny(0) : nil
  }
}

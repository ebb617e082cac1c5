import GRDB

/// The key that files are ordered by: the moment of their last save in milliseconds, and below it
/// a count of the saves in that millisecond.
///
/// Being the row's number in the table and in the search, it makes both deliver the latest saved
/// first without sorting. Files saved in the same millisecond have the one saved later first.
enum SaveOrder {
  private static let countBits = 20
  /// In the year 2248.
  private static let latest = Int64.max >> countBits

  /// The key of a save at a moment; a moment outside of 1970 to 2248 counts as the nearest inside.
  static func key(at moment: Timestamp, in database: Database) throws -> Int64 {
    let first = min(max(moment.milliseconds, 0), latest - 1) << countBits
    let statement = try PreparedStatement(
      "SELECT max(saved) FROM file WHERE saved BETWEEN ? AND ?", in: database)
    defer { statement.finish() }
    try statement.bind(first, at: 1)
    try statement.bind(first + (1 << countBits) - 1, at: 2)
    guard try statement.step(), let last = statement.integerIfAny(0) else { return first }
    return last + 1
  }
}

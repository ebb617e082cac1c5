import AppStorage
import GRDB

/// One of the two search tables: their names and texts go in and out here alone.
enum SearchTable: String {
  /// File names; the row is the file's `saved`.
  case files = "fileSearch"
  /// Stickers' texts; the row is the sticker's `written`.
  case stickers = "stickerSearch"

  /// Indexes a text. FTS5 collects what is written in ascending order of rows, and writes it out
  /// whenever a row comes that is not: removals go first, additions after them.
  func insert(_ text: String, at row: Int64, in database: Database) throws {
    let statement = try PreparedStatement(
      "INSERT INTO \(rawValue)(rowid, text) VALUES (?, ?)", in: database)
    try statement.bind(row, at: 1)
    let search = SearchText(text)
    try statement.bind(self == .files ? search.indexedWithBeginning : search.indexed, at: 2)
    try statement.run()
  }

  /// Takes a text out.
  func remove(at row: Int64, in database: Database) throws {
    let statement = try PreparedStatement("DELETE FROM \(rawValue) WHERE rowid = ?", in: database)
    try statement.bind(row, at: 1)
    try statement.run()
  }
}

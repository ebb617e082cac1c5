import GRDB
import GRDBSQLite

/// A statement of GRDB's cache, stepped and read through SQLite's own functions.
///
/// GRDB's `Row` and records cost several times what SQLite itself takes for a row; opening a map
/// of 10,000 stickers and a search on every key must cost about what they cost in C. Only valid
/// inside the `read` or `write` that made it, and reset by ``finish()`` so that the cache can lend
/// it again.
struct PreparedStatement {
  private let handle: OpaquePointer
  private let statement: Statement

  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    // A body that threw may have left it in the middle of a result.
    sqlite3_reset(handle)
  }

  /// Sets parameter `index`, counted from 1; nil is NULL.
  func bind(_ number: Int64?, at index: Int32) throws {
    if let number {
      try check(sqlite3_bind_int64(handle, index, number))
    } else {
      try check(sqlite3_bind_null(handle, index))
    }
  }

  /// Sets parameter `index` to a copy of the text.
  func bind(_ text: String, at index: Int32) throws {
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        withUnsafePointer(to: CChar(0)) { empty in
          sqlite3_bind_text(
            handle, index, characters.baseAddress ?? empty, Int32(characters.count), Self.copied)
        }
      }
    }
    try check(code)
  }

  /// Goes to the next row; false when there is none.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw failure(code) }
    return false
  }

  /// Steps to the end, then ``finish()``: for a statement whose rows nobody wants.
  func run() throws {
    defer { finish() }
    while try step() {}
  }

  /// Lets go of locks and of the row; the parameters stay.
  func finish() {
    sqlite3_reset(handle)
  }

  @inline(__always)
  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// The integer of a column, nil for NULL.
  @inline(__always)
  func integerIfAny(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  /// The text of a column, empty for NULL.
  @inline(__always)
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  // SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    sqlite3_reset(handle)
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}

import GRDB
import GRDBSQLite

/// A statement of GRDB's cache, stepped and read through SQLite's own functions.
///
/// GRDB's `Row` and records cost several times what SQLite itself takes for a row; an app's lists
/// and searches must cost about what they cost in C. Only valid inside the `read` or `write` that
/// made it, and reset by ``finish()`` so that the cache can lend it again.
///
/// All that is called for each row is inlined into the app.
package struct PreparedStatement {
  @usableFromInline let statement: Statement
  @usableFromInline let handle: OpaquePointer

  /// The statement of this text, compiled when it is asked for first.
  /// - Throws: `DatabaseError` where SQLite does not compile it.
  @inlinable
  package init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    // A body that threw may have left it in the middle of a result.
    sqlite3_reset(handle)
  }

  /// Goes to the next row; false when there is none.
  /// - Throws: `DatabaseError`, as all that follows.
  @inlinable
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw failure(code) }
    return false
  }

  /// Steps to the end, then ``finish()``: for a statement whose rows nobody wants.
  @inlinable
  package func run() throws {
    defer { finish() }
    while try step() {}
  }

  /// Lets go of locks and of the row; the parameters stay.
  @inlinable
  package func finish() {
    sqlite3_reset(handle)
  }

  @usableFromInline
  func failure(_ code: Int32) -> DatabaseError {
    let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    sqlite3_reset(handle)
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}

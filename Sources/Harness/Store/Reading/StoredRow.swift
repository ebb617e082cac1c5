import Foundation
import GRDB
import GRDBSQLite
import Metrics

/// The row that a statement stands at, read through SQLite's own functions: an experiment can have
/// hundreds of thousands of measurements, and GRDB's `Row` takes several times what SQLite does for
/// one.
///
/// Anybody may have written into the file, so a column that holds what it should not is an error.
struct StoredRow {
  /// The rows of a statement.
  struct Cursor {
    private let cursor: RowCursor
    private let statement: SQLiteStatement

    init(_ db: Database, sql: String, arguments: StatementArguments) throws {
      let statement = try db.makeStatement(sql: sql)
      cursor = try Row.fetchCursor(statement, arguments: arguments)
      self.statement = statement.sqliteStatement
    }

    /// The next row, valid until the one after it is asked for; nil where there is none.
    func next() throws -> StoredRow? {
      try cursor.next().map { StoredRow(row: $0, statement: statement) }
    }
  }

  private let row: Row
  private let statement: SQLiteStatement

  /// Returns whether a column holds nothing.
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// A column's value.
  /// - Parameter name: the column's, for the error.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: StoredValue>(
    _ column: Int32, _ name: @autoclosure () -> String
  ) throws -> Value {
    guard let value = Value(statement, column: column) else {
      throw StoreError.damaged(row[Int(column)], in: name())
    }
    return value
  }

  /// A column's number that says which run it is: no experiment has so many of anything.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: Int32, _ name: @autoclosure () -> String) throws -> Int {
    let count: Int = try value(column, name())
    guard 0...1 << 32 ~= count else { throw StoreError.damaged(row[Int(column)], in: name()) }
    return count
  }

  /// A column's measurement. Nothing that is measured is less than nothing.
  /// - Throws: ``StoreError/damaged(what:)``.
  func measurement(_ column: Int32, of metric: Metric) throws -> Double {
    let measured: Double = try value(column, "value")
    guard measured >= 0, measured.isFinite else {
      throw StoreError.damaged(what: "\(measured) as a measurement of '\(metric.id)'")
    }
    return measured
  }

  /// A column's text in UTF-8, valid as long as the row.
  /// - Parameter name: the column's, for the error.
  /// - Throws: ``StoreError/damaged(what:)``.
  func text(
    _ column: Int32, _ name: @autoclosure () -> String
  ) throws -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else {
      throw StoreError.damaged(row[Int(column)], in: name())
    }
    return UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }
}

/// A value that a column can hold.
protocol StoredValue {
  /// The value of a column that is not NULL; nil where it holds something else.
  init?(_ statement: SQLiteStatement, column: Int32)
}

extension Int64: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    let value = sqlite3_column_int64(statement, column)
    guard StoredNumbers.allowed.contains(value) else { return nil }
    self = value
  }
}

extension Int: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self.init(exactly: value)
  }
}

extension Int32: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard let value = Int64(statement, column: column) else { return nil }
    self = value != 0
  }
}

extension Double: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    let type = sqlite3_column_type(statement, column)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
    self = sqlite3_column_double(statement, column)
  }
}

extension String: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    self.init(sqliteStatement: statement, index: column)
  }
}

extension Date: StoredValue {
  init?(_ statement: SQLiteStatement, column: Int32) {
    // GRDB's reader of dates takes for granted that no byte of the text is 0.
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, column),
      memchr(text, 0, Int(sqlite3_column_bytes(statement, column))) == nil
    else { return nil }
    self.init(sqliteStatement: statement, index: column)
  }
}

extension Row {
  /// A column's value. GRDB's subscripts trap where the column holds something else, and anybody
  /// may have written into the file.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    if case .int64(let number)? = (self[column] as DatabaseValue?)?.storage,
      !StoredNumbers.allowed.contains(number)
    {
      throw StoreError.damaged(self[column], in: column)
    }
    return try anyValue(column)
  }

  /// Reads a column in which any value is valid, such as a seed.
  func anyValue<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) throws -> Value {
    do {
      return try decode(forColumn: column)
    } catch {
      throw StoreError.damaged(self[column], in: column)
    }
  }

  /// A column's number, of which no more than so many make sense.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: String, upTo maximum: Int) throws -> Int {
    let count: Int = try value(column)
    guard 0...maximum ~= count else { throw StoreError.damaged(self[column], in: column) }
    return count
  }
}

extension StoreError {
  /// Returns what a column should not hold.
  static func damaged(_ found: DatabaseValue?, in column: String) -> StoreError {
    .damaged(what: "\((found ?? .null).description.prefix(80)) in the column '\(column)'")
  }
}

extension Database {
  /// Inserts a row, its values beside the names of their columns.
  func insert(
    into table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws {
    let columns = row.map(\.key).joined(separator: ", ")
    let places = row.map { _ in "?" }.joined(separator: ", ")
    try cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(places))")
      .execute(arguments: StatementArguments(row.map(\.value)))
  }
}

/// JSON text of a value.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that JSON text holds; every number in it is one that can be reckoned with.
/// - Throws: ``StoreError/damaged(what:)``.
func decoded<Value: Decodable>(_ text: String) throws -> Value {
  if let number = StoredNumbers.excessive(in: text) {
    throw StoreError.damaged(what: "the number \(number.prefix(80))")
  }
  return try decodedAsItIs(text)
}

/// As ``decoded(_:)``, of what an app has sent: whatever numbers it holds are shown and compared alone.
func decodedAsItIs<Value: Decodable>(_ text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  } catch {
    throw StoreError.damaged(what: "the text \(text.prefix(80))")
  }
}

/// Which numbers a store may hold: no time, size or count that was ever measured is beyond, and a few of
/// them can be added up or subtracted without a thought. Anybody may have written into the file.
enum StoredNumbers {
  /// 36 years in nanoseconds, an exbibyte, in either direction.
  static let allowed = -(Int64(1) << 60)...(Int64(1) << 60)

  /// The first number of a JSON text that is not allowed.
  static func excessive(in text: String) -> Substring? {
    var text = text[...].utf8
    while let start = text.firstIndex(where: { $0 == quote || isOfNumber($0) }) {
      text = text[start...]
      if text.first == quote {
        text = text.dropFirst()
        while let next = text.popFirst(), next != quote {
          if next == backslash { text = text.dropFirst() }
        }
        continue
      }
      let number = Substring(text.prefix(while: isOfNumber))
      text = text.dropFirst(number.utf8.count)
      let isAllowed = Int64(number).map(allowed.contains) ?? isAllowed(Double(number))
      if !isAllowed { return number }
    }
    return nil
  }

  private static func isAllowed(_ value: Double?) -> Bool {
    // What is no number at all the decoder refuses.
    value.map { abs($0) <= Double(allowed.upperBound) } ?? true
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

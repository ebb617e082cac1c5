import Foundation
import GRDB
import GRDBSQLite
import Metrics

/// A statement's current row, read through SQLite's own functions: an experiment can have hundreds
/// of thousands of measurements, and GRDB's `Row` takes several times as long as SQLite for each.
///
/// Anyone may have written into the file, so invalid content is an error.
struct StoredRow {
  struct Cursor {
    private let cursor: RowCursor
    private let statement: SQLiteStatement

    init(_ db: Database, sql: String, arguments: StatementArguments) throws {
      let statement = try db.makeStatement(sql: sql)
      cursor = try Row.fetchCursor(statement, arguments: arguments)
      self.statement = statement.sqliteStatement
    }

    /// The next row, valid until the one after it is requested; nil if there is none.
    func next() throws -> StoredRow? {
      try cursor.next().map { StoredRow(row: $0, statement: statement) }
    }
  }

  private let row: Row
  private let statement: SQLiteStatement

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// A column's value. The error names the column.
  /// - Throws: ``StoreError/damaged(what:)``.
  func value<Value: StoredValue>(
    _ column: Int32, _ name: @autoclosure () -> String
  ) throws -> Value {
    guard let value = Value(statement, column: column) else {
      throw StoreError.damaged(row[Int(column)], in: name())
    }
    return value
  }

  /// A column's count or index, such as a round: 0 to 2³², as no run needs more.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: Int32, _ name: @autoclosure () -> String) throws -> Int {
    let count: Int = try value(column, name())
    guard 0...1 << 32 ~= count else { throw StoreError.damaged(row[Int(column)], in: name()) }
    return count
  }

  /// A column's measurement, which must not be negative.
  /// - Throws: ``StoreError/damaged(what:)``.
  func measurement(_ column: Int32, of metric: Metric) throws -> Double {
    let measured: Double = try value(column, "value")
    guard measured >= 0, measured.isFinite else {
      throw StoreError.damaged(what: "\(measured) as a measurement of '\(metric.id)'")
    }
    return measured
  }

  /// A column's text in UTF-8, valid as long as the row. The error names the column.
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

protocol StoredValue {
  /// The value of a column that is not NULL; nil if it has another type.
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
    // GRDB's date reader assumes that no byte of the text is 0.
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
      let text = sqlite3_column_text(statement, column),
      memchr(text, 0, Int(sqlite3_column_bytes(statement, column))) == nil
    else { return nil }
    self.init(sqliteStatement: statement, index: column)
  }
}

extension Row {
  /// A column's value. GRDB's subscripts trap if the column has another type, and anyone may have
  /// written into the file.
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

  /// The value in a column's JSON; nil if the column is NULL.
  /// - Throws: ``StoreError/damaged(what:)``.
  func decodedIfAny<Value: Decodable>(_ column: String) throws -> Value? {
    let text: String? = try value(column)
    return try text.map(decoded)
  }

  /// A column's number up to a maximum.
  /// - Throws: ``StoreError/damaged(what:)``.
  func count(_ column: String, upTo maximum: Int) throws -> Int {
    let count: Int = try value(column)
    guard 0...maximum ~= count else { throw StoreError.damaged(self[column], in: column) }
    return count
  }
}

extension StoreError {
  static func damaged(_ found: DatabaseValue?, in column: String) -> StoreError {
    .damaged(what: "\((found ?? .null).description.prefix(80)) in the column '\(column)'")
  }
}

extension Database {
  /// Inserts a row, given as column names and values.
  func insert(
    into table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws {
    let columns = row.map(\.key).joined(separator: ", ")
    let places = row.map { _ in "?" }.joined(separator: ", ")
    try cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(places))")
      .execute(arguments: StatementArguments(row.map(\.value)))
  }

  /// Changes an experiment's row, given the changed columns' names and values.
  func change(
    _ experiment: Int64, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws {
    let changes = row.map { "\($0.key) = ?" }.joined(separator: ", ")
    var values = row.map(\.value)
    values.append(experiment)
    try execute(
      sql: "UPDATE experiment SET \(changes) WHERE number = ?",
      arguments: StatementArguments(values))
  }
}

func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Decodes a value from JSON text, all numbers of which must be allowed.
/// - Throws: ``StoreError/damaged(what:)``.
func decoded<Value: Decodable>(_ text: String) throws -> Value {
  if let number = StoredNumbers.excessive(in: text) {
    throw StoreError.damaged(what: "the number \(number.prefix(80))")
  }
  return try decodedAsItIs(text)
}

/// Like ``decoded(_:)`` for data sent by an app: any numbers, because they are only shown and compared.
func decodedAsItIs<Value: Decodable>(_ text: String) throws -> Value {
  do {
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  } catch {
    throw StoreError.damaged(what: "the text \(text.prefix(80))")
  }
}

/// The numbers that a store may contain: no time, size or count ever measured is greater, and a few
/// of them can safely be added or subtracted. Anyone may have written into the file.
enum StoredNumbers {
  /// 36 years in nanoseconds, or an exbibyte, in both directions.
  static let allowed = -(Int64(1) << 60)...(Int64(1) << 60)

  /// The first number in a JSON text that is not allowed.
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
    // Anything that is no number is refused by the decoder.
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

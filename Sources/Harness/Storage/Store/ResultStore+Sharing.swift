import GRDB

extension ResultStore {
  package static var version: Int { Schema.version }

  /// Reads unprocessed rows, for sharing, from a single moment's state.
  /// - Throws: errors of the body, and ``StoreError`` if SQLite refuses.
  package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try database.read(body) } catch let error as DatabaseError { throw worded(error) }
  }

  /// Writes unprocessed rows, for sharing, in one transaction.
  /// - Throws: errors of the body, and ``StoreError`` if SQLite refuses.
  package func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try database.write(body) } catch let error as DatabaseError { throw worded(error) }
  }
}

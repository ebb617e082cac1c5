import GRDB

extension ResultStore {
  /// The version of a store's tables.
  package static var version: Int { Schema.version }

  /// Reads rows as they are, for who shares them, from one moment's state.
  /// - Throws: what the body throws, and ``StoreError`` where SQLite refuses.
  package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try database.read(body) } catch let error as DatabaseError { throw worded(error) }
  }

  /// Writes rows as they are in one transaction, for who shares them.
  /// - Throws: what the body throws, and ``StoreError`` where SQLite refuses.
  package func writing<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try database.write(body) } catch let error as DatabaseError { throw worded(error) }
  }
}

import GRDB
import GRDBSQLite

extension PreparedStatement {
  /// Sets parameter `index`, counted from 1; nil is NULL.
  @inlinable
  package func bind(_ number: Int64?, at index: Int32) throws {
    if let number {
      try check(sqlite3_bind_int64(handle, index, number))
    } else {
      try check(sqlite3_bind_null(handle, index))
    }
  }

  /// Sets parameter `index` to a copy of the text.
  @inlinable
  package func bind(_ text: String, at index: Int32) throws {
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

  /// Sets parameter `index` to a copy of the bytes.
  @inlinable
  package func bind(_ bytes: [UInt8], at index: Int32) throws {
    try check(
      bytes.withUnsafeBytes {
        sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.copied)
      })
  }

  // SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound.
  @inlinable static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  @inlinable
  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

import GRDB
import Testing

@testable import AppStorage

@Suite struct StorageFailureTests {
  @Test(arguments: [
    (ResultCode.SQLITE_BUSY, StorageFailure.busy),
    (.SQLITE_LOCKED, .busy),
    (.SQLITE_CORRUPT, .damaged(reason: "why")),
    (.SQLITE_NOTADB, .damaged(reason: "why")),
    (.SQLITE_READONLY, .readOnly(reason: "why")),
    (.SQLITE_PERM, .readOnly(reason: "why")),
    (.SQLITE_FULL, .diskFull(reason: "why")),
    (.SQLITE_IOERR, .other(reason: "why")),
  ])
  func `each code of SQLite becomes the matching failure`(
    _ code: ResultCode, _ failure: StorageFailure
  ) {
    #expect(StorageFailure(DatabaseError(resultCode: code, message: "why")) == failure)
  }

  @Test func `an extended code of SQLite counts as its primary code`() {
    let error = DatabaseError(resultCode: .SQLITE_BUSY_SNAPSHOT, message: "why")
    #expect(StorageFailure(error) == .busy)
  }

  @Test func `a storage failure stays the same, and any other error becomes one`() {
    #expect(StorageFailure(StorageFailure.foreign) == .foreign)
    #expect(StorageFailure(CancellationError()) == .other(reason: "CancellationError()"))
  }

  @Test func `on a sound store a broken constraint or a missing part is damage`() {
    func kind(_ code: ResultCode, _ message: String) -> StorageFailure {
      StorageFailure(onSoundStore: DatabaseError(resultCode: code, message: message))
    }
    #expect(kind(.SQLITE_CONSTRAINT_CHECK, "why") == .damaged(reason: "why"))
    for reason in ["no such table: entry", "table entry has no column named pos"] {
      #expect(kind(.SQLITE_ERROR, reason) == .damaged(reason: reason))
    }
    #expect(kind(.SQLITE_ERROR, "syntax error") == .other(reason: "syntax error"))
    #expect(kind(.SQLITE_FULL, "why") == .diskFull(reason: "why"))
  }
}

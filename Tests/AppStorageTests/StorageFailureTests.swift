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
  func `codes of SQLite are told apart`(_ code: ResultCode, _ failure: StorageFailure) {
    #expect(StorageFailure(DatabaseError(resultCode: code, message: "why")) == failure)
  }

  @Test func `an extended code is of its primary one's kind`() {
    let error = DatabaseError(resultCode: .SQLITE_BUSY_SNAPSHOT, message: "why")
    #expect(StorageFailure(error) == .busy)
  }

  @Test func `what is a failure already stays, and any other error is one too`() {
    #expect(StorageFailure(StorageFailure.foreign) == .foreign)
    #expect(StorageFailure(CancellationError()) == .other(reason: "CancellationError()"))
  }
}

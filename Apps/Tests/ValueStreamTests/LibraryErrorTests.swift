import AppStorage
import GRDB
import Testing

@testable import ValueStream

@Suite struct LibraryErrorTests {
  // The other texts are pinned where the tests of this folder provoke them.
  @Test func `errors say what is wrong and what can be done`() {
    let moment = Timestamp(milliseconds: 1_462_176_000_999)
    #expect(
      LibraryError.changedByAnother(fileName: "a", at: moment).description
        == "The file \"a\" has been changed by another at 2016-05-02 08:00:00 UTC: save the map as a "
        + "new file, save it over the other's changes, or open the file again.")
    #expect(
      LibraryError.failed(path: "p", reason: "disk I/O error").description
        == "Cannot use the library p: disk I/O error.")
    #expect(
      LibraryError.fileDamaged(fileName: "a", sticker: 7, reason: "it is missing").description
        == "The file \"a\" is damaged at sticker 7: it is missing.")
  }

  @Test func `each kind of SQLite failure becomes the matching library error`() {
    func kind(_ code: ResultCode) -> LibraryError {
      LibraryError(using: "p", DatabaseError(resultCode: code, message: "m"))
    }
    #expect(kind(.SQLITE_BUSY_SNAPSHOT) == .busy(path: "p"))
    #expect(kind(.SQLITE_CORRUPT_VTAB) == .damaged(path: "p", reason: "m"))
    #expect(kind(.SQLITE_READONLY_DIRECTORY) == .readOnly(path: "p"))
    #expect(kind(.SQLITE_FULL) == .diskFull(path: "p"))
    #expect(kind(.SQLITE_IOERR) == .failed(path: "p", reason: "m"))
    #expect(LibraryError(using: "p", LibraryError.nameEmpty) == .nameEmpty)
  }
}

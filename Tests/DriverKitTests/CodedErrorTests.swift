import Testing

@testable import DriverKit

struct CodedErrorTests {
  private enum Refusal: CodedError {
    case alreadyLent(by: String)
    case closed

    var description: String { "It is not to be had." }
  }

  /// As most apps have them.
  private enum PlainError: Error {
    case notFound(name: String)
    case soldOut
  }

  /// Its text is not its case's name.
  private enum WordedError: Error, CustomStringConvertible, CustomDebugStringConvertible {
    case soldOut
    case tooMany(Int)

    var description: String { "Sorry." }
    var debugDescription: String { "Sorry!" }
  }

  private struct LimitReached: Error {
    let limit: Int
  }

  private final class Closed: Error {}

  @Test func `an error's code is the name of its case, with or without associated values`() {
    #expect(Refusal.alreadyLent(by: "Bob").code == "already-lent")
    #expect(Refusal.closed.code == "closed")
  }

  @Test func `an error that is not a CodedError gets its code by the same rule`() {
    #expect(ErrorCode.code(of: PlainError.notFound(name: "x")) == "not-found")
    #expect(ErrorCode.code(of: PlainError.soldOut) == "sold-out")
    #expect(ErrorCode.code(of: WordedError.soldOut) == "sold-out")
    #expect(ErrorCode.code(of: WordedError.tooMany(3)) == "too-many")
  }

  @Test func `an error that is not an enumeration has the name of its type as its code`() {
    #expect(ErrorCode.code(of: LimitReached(limit: 3)) == "limit-reached")
    #expect(ErrorCode.code(of: Closed()) == "closed")
  }

  @Test(arguments: [
    ("alreadyLent", "already-lent"), ("closed", "closed"), ("NotFound", "not-found"),
    ("invalidURL", "invalid-url"), ("HTTPError", "http-error"), ("notALoan", "not-a-loan"),
    ("utf8Only", "utf8-only"), ("", ""),
  ])
  func `an error code has a hyphen before each word that begins with a capital`(
    _ name: String, _ code: String
  ) {
    #expect(ErrorCode.hyphenated(name) == code)
  }
}

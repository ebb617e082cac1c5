import DriverKit
import Testing

struct CodedErrorTests {
  private enum Refusal: CodedError {
    case alreadyLent(by: String)
    case closed

    var description: String { "It is not to be had." }
  }

  @Test func `an error's code is the name of its case`() {
    #expect(Refusal.alreadyLent(by: "Bob").code == "already-lent")
  }

  @Test func `a case without values has no name to be asked for`() {
    #expect(Refusal.closed.code == "error")
  }
}

import DriverProtocol
import Testing

@testable import DriverKit

/// The digests were computed by another program from FNV-1a's definition.
struct OutcomeTests {
  private func digest(_ fill: (inout Outcome) -> Void) -> String {
    var outcome = Outcome()
    fill(&outcome)
    return outcome.digest
  }

  @Test func `text ends with a byte that no text holds`() {
    #expect(digest { _ in } == "cbf29ce484222325")
    #expect(digest { $0.mix("") } == "af64724c8602eb6e")
    #expect(digest { $0.mix("foobar") } == "34524ba7168a2c15")
    #expect(digest { $0.mix("größe") } == "eb97239b2a9ffedf")
    #expect(
      digest {
        $0.mix("ab"); $0.mix("c")
      } == "20ba9b3025a8b421")
    #expect(
      digest {
        $0.mix("a"); $0.mix("bc")
      } == "a0a3542c19b900ab")
  }

  @Test func `a number is eight bytes, the least first`() {
    #expect(digest { $0.mix(1) } == "89cd31291d2aefa4")
    #expect(digest { $0.mix(-1) } == "8cf51a8bfca3883d")
  }

  @Test func `a digest has sixteen digits, leading zeros too`() {
    #expect(digest { $0.mix(5) } == "0de21504f16dc720")
  }

  @Test func `bytes are followed by their number`() {
    #expect(digest { $0.mix(bytes: [0, 255]) } == "ab72e50c5737eba2")
    #expect(digest { $0.mix(bytes: []) } == "a8c7f832281a39c5")
  }

  @Test func `bytes cut at other places differ, also at those that end text`() {
    let whole = digest { $0.mix(bytes: [1, 255, 2]) }
    let first = digest {
      $0.mix(bytes: [1]); $0.mix(bytes: [255, 2])
    }
    let second = digest {
      $0.mix(bytes: [1, 255]); $0.mix(bytes: [2])
    }
    #expect(Set([whole, first, second]).count == 3)
  }

  @Test func `a fact is kept and mixed, name before value`() {
    var outcome = Outcome()
    outcome.count(3)
    #expect(outcome.facts == ["count": .integer(3)])
    #expect(outcome.digest == "a9056f44436b1efb")
  }

  @Test func `facts are mixed in the order in which they are set`() {
    #expect(
      digest {
        $0.fact("user", .text("alice")); $0.fact("ok", .bool(true))
      } == "fcd72d61689b513a")
    #expect(
      digest {
        $0.fact("ok", .bool(true)); $0.fact("user", .text("alice"))
      } != "fcd72d61689b513a")
  }

  @Test func `a repetition begins without facts, and the digest goes on`() {
    var outcome = Outcome()
    outcome.fact("total", .integer(2))
    outcome.nextRepetition()
    #expect(outcome.facts == [:])
    outcome.fact("total", .integer(4))
    #expect(outcome.facts == ["total": .integer(4)])
    #expect(outcome.digest == "8e5b0ae8ce004bb7")
  }
}

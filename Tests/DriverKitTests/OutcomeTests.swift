import DriverProtocol
import Testing

@testable import DriverKit

/// The digests were computed by another program from FxHash's definition.
struct OutcomeTests {
  private func digest(_ fill: (inout Outcome) -> Void) -> String {
    var outcome = Outcome()
    fill(&outcome)
    return outcome.digest
  }

  @Test func `the digest of text follows FxHash over its words and its end`() {
    #expect(digest { _ in } == "cbf29ce484222325")
    #expect(digest { $0.mix("") } == "098f3af4374fd9ad")
    #expect(digest { $0.mix("foobar") } == "c769fda3fc2bee30")
    #expect(digest { $0.mix("eight by and more") } == "4699a53a1aea1a75")
    #expect(digest { $0.mix("größe") } == "bc98fd53e41d564d")
    #expect(
      digest {
        $0.mix("ab"); $0.mix("c")
      } == "7391213eac951eff")
    #expect(
      digest {
        $0.mix("a"); $0.mix("bc")
      } == "81bd60078d648442")
  }

  @Test func `the digest of a number follows FxHash over one word`() {
    #expect(digest { $0.mix(1) } == "b812793d102dcf18")
    #expect(digest { $0.mix(-1) } == "a4f40354a18e1bbe")
  }

  @Test func `a digest has sixteen digits, including leading zeros`() {
    #expect(digest { $0.mix(26) } == "08d69536da62f0df")
  }

  @Test func `the digest of bytes includes their number`() {
    #expect(digest { $0.mix(bytes: [0, 255]) } == "f5b1741985775418")
    #expect(digest { $0.mix(bytes: []) } == "098f3af4374fd9ad")
  }

  @Test
  func `bytes that are split at other places have another digest, even at the byte that ends text`()
  {
    let whole = digest { $0.mix(bytes: [1, 255, 2]) }
    let first = digest {
      $0.mix(bytes: [1]); $0.mix(bytes: [255, 2])
    }
    let second = digest {
      $0.mix(bytes: [1, 255]); $0.mix(bytes: [2])
    }
    #expect(Set([whole, first, second]).count == 3)
  }

  @Test func `a fact is kept, and mixed into the digest with its name before its value`() {
    var outcome = Outcome()
    outcome.count(3)
    #expect(outcome.facts == ["count": .integer(3)])
    #expect(outcome.digest == "685379107ce1675b")
  }

  @Test func `a fact of a Swift type equals the fact of its scalar`() {
    #expect(digest { $0.fact("n", 3) } == digest { $0.fact("n", .integer(3)) })
    #expect(digest { $0.fact("n", 0.5) } == digest { $0.fact("n", .number(0.5)) })
    #expect(digest { $0.fact("n", true) } == digest { $0.fact("n", .bool(true)) })
    #expect(digest { $0.fact("n", "a") } == digest { $0.fact("n", .text("a")) })
    var outcome = Outcome()
    outcome.fact("ids", [1, 2])
    #expect(outcome.facts == ["ids": .list([.integer(1), .integer(2)])])
  }

  @Test func `lists that are split or ordered otherwise have another digest`() {
    #expect(digest { $0.fact("n", ["a, b"]) } != digest { $0.fact("n", ["a", "b"]) })
    #expect(digest { $0.fact("n", ["a", "b"]) } != digest { $0.fact("n", ["b", "a"]) })
  }

  @Test func `facts are mixed into the digest in the order in which they are set`() {
    #expect(
      digest {
        $0.fact("user", .text("alice")); $0.fact("ok", .bool(true))
      } == "b56d3082b5dbf612")
    #expect(
      digest {
        $0.fact("ok", .bool(true)); $0.fact("user", .text("alice"))
      } != "b56d3082b5dbf612")
  }

  @Test func `a repetition begins without facts, but the digest goes on`() {
    var outcome = Outcome()
    outcome.fact("total", .integer(2))
    outcome.nextRepetition()
    #expect(outcome.facts == [:])
    outcome.fact("total", .integer(4))
    #expect(outcome.facts == ["total": .integer(4)])
    #expect(outcome.digest == "db6b3bbf4c99f6e3")
  }
}

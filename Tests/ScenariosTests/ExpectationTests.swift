import DriverProtocol
import Scenarios
import Testing

struct ExpectationTests {
  private static let refused = Reply(
    ok: false, error: .init(code: "already-lent", message: "Device 1 is lent to bob."))

  private func objection(
    _ facts: [String: Scalar], digest: String? = nil, to reply: Reply
  ) -> String? {
    Expectation.outcome(facts: facts, digest: digest).objection(to: reply)?.description
  }

  @Test func `a reply passes if it has all expected facts, whatever else it has`() {
    let reply = Reply(ok: true, outcome: ["count": .integer(3), "more": .bool(true)], digest: "0a")
    #expect(objection(["count": .integer(3)], to: reply) == nil)
    #expect(objection(["count": .integer(3)], digest: "0a", to: reply) == nil)
    #expect(objection([:], to: reply) == nil)
  }

  @Test func `the first fact by name that differs is reported`() {
    let reply = Reply(ok: true, outcome: ["a": .integer(1), "b": .integer(2)])
    #expect(
      objection(["b": .integer(3), "a": .integer(2)], to: reply) == "expected a 2, found 1")
    #expect(
      objection(["c": .integer(3), "a": .integer(1)], to: reply)
        == "expected c 3, but the outcome has no 'c'")
    #expect(
      objection(["c": .integer(3)], to: Reply(ok: true))
        == "expected c 3, but the outcome has no 'c'")
  }

  @Test func `text that looks like a number does not count as a number`() {
    let reply = Reply(ok: true, outcome: ["a": .text("1")])
    #expect(objection(["a": .integer(1)], to: reply) == "expected a 1, found the text \"1\"")
    let number = Reply(ok: true, outcome: ["a": .integer(1)])
    #expect(
      objection(["a": .text("1")], to: number) == "expected a \"1\", found the number 1")
    #expect(
      objection(["a": .bool(true)], to: Reply(ok: true, outcome: ["a": .text("true")]))
        == "expected a true, found the text \"true\"")
  }

  @Test func `lists are equal if their elements are, in the same order`() {
    let reply = Reply(ok: true, outcome: ["a": .list([.text("x"), .integer(1)])])
    #expect(objection(["a": .list([.text("x"), .integer(1)])], to: reply) == nil)
    #expect(
      objection(["a": .list([.integer(1), .text("x")])], to: reply)
        == "expected a [1, x], found [x, 1]")
    #expect(
      objection(["a": .list([.text("x"), .text("1")])], to: reply)
        == "expected a [\"x\", \"1\"], found the list [\"x\", 1]")
    #expect(
      objection(["a": .text("x")], to: reply) == "expected a \"x\", found the list [\"x\", 1]")
  }

  @Test func `the digest must be the same`() {
    #expect(
      objection([:], digest: "0b", to: Reply(ok: true, digest: "0a"))
        == "expected digest 0b, found 0a")
    #expect(objection([:], digest: "0b", to: Reply(ok: true)) == "expected digest 0b, found none")
  }

  @Test func `a refusal does not count as an outcome`() {
    #expect(
      objection(["a": .integer(1)], to: Self.refused)
        == "led to the refusal 'already-lent': Device 1 is lent to bob. If it is meant: "
        + "expect: { error: already-lent }")
    #expect(objection([:], to: Reply(ok: false)) == "led to a refusal without a reason")
  }

  @Test func `an expected refusal must have the expected code`() {
    #expect(Expectation.refusal(code: "already-lent").objection(to: Self.refused) == nil)
    #expect(
      Expectation.refusal(code: "unknown-device").objection(to: Self.refused)?.description == """
        expected the refusal 'unknown-device', found the refusal 'already-lent': Device 1 is lent \
        to bob.
        """)
    #expect(
      Expectation.refusal(code: "already-lent").objection(to: Reply(ok: true))?.description
        == "expected the refusal 'already-lent', but the step was carried out")
    #expect(
      Expectation.refusal(code: "already-lent").objection(to: Reply(ok: false))?.description
        == "expected the refusal 'already-lent', found a refusal without a reason")
  }

  @Test func `objections by hash or count alone are mute, those that name the difference are not`()
  {
    let command = Expectation.command(
      CommandExpectation(output: .init(digest: "aa", lines: 2), files: ["out": .init(bytes: 3)]))
    func kind(_ facts: [String: Scalar]) -> ObjectionKind? {
      command.objection(
        to: Reply(
          ok: true,
          outcome: facts.merging(["status": .integer(0), "kind of out": .text("a file")]) { a, _ in
            a
          }
        ))?.kind
    }
    #expect(kind(["digest": .text("bb")]) == .mute)
    #expect(kind(["digest": .text("aa"), "lines": .integer(3)]) == .mute)
    #expect(
      kind(["digest": .text("aa"), "lines": .integer(2), "bytes of out": .integer(4)]) == .mute)
    #expect(kind(["status": .integer(1)]) == .difference)
    let driver = Expectation.outcome(facts: ["count": .integer(3)], digest: "aa")
    #expect(
      driver.objection(to: Reply(ok: true, outcome: ["count": .integer(4)], digest: "bb"))?.kind
        == .difference)
    #expect(
      driver.objection(to: Reply(ok: true, outcome: ["count": .integer(3)], digest: "bb"))?.kind
        == .mute)
    #expect(driver.objection(to: Self.refused)?.kind == .refusal)
  }
}

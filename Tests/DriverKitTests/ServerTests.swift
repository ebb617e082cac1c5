import DriverProtocol
import Testing

@testable import DriverKit

struct ServerTests {
  private var server = Server<CounterApp>()

  private mutating func answer(_ request: Request) throws -> Reply {
    let (reply, isLast) = try server.answer(LineCodec.line(request).dropLast())
    #expect(isLast == (request == .bye))
    return reply
  }

  private mutating func prepare() throws {
    let reply = try answer(.prepare(fixture: [:], directory: "/tmp"))
    #expect(reply == Reply(ok: true))
  }

  private mutating func step(
    _ verb: String, _ arguments: [String: Scalar] = [:], repetitions: Int = 1
  ) throws -> Reply {
    try answer(.step(verb: verb, arguments: arguments, repetitions: repetitions))
  }

  private func refusal(_ code: String, _ message: String) -> Reply {
    Reply(ok: false, error: .init(code: code, message: message))
  }

  @Test mutating func `hello is answered with the version, the driver's name and its verbs`() throws
  {
    #expect(
      try answer(.hello(version: 1))
        == Reply(
          ok: true, protocol: 1, driver: "counter-driver",
          verbs: ["add", "total", "refuse", "once", "fail"]))
  }

  @Test mutating func `hello with another version is answered with our version`() throws {
    #expect(try answer(.hello(version: 99)).protocol == 1)
  }

  @Test mutating func `a step that is to be counted outside of callgrind is refused`() throws {
    try prepare()
    #expect(
      try answer(.step(verb: "total", arguments: [:], repetitions: 1, counting: .callgrind))
        == refusal("not-counted", "The driver does not run under callgrind."))
  }

  @Test mutating func `a step needs 'prepare' before it, and once more after 'bye'`() throws {
    let expected = refusal("not-prepared", "'prepare' has to come first.")
    #expect(try step("total") == expected)
    try prepare()
    #expect(try step("total").ok)
    #expect(try answer(.bye) == Reply(ok: true))
    #expect(try step("total") == expected)
  }

  @Test mutating func `a refused fixture leaves the app unprepared`() throws {
    #expect(
      try answer(.prepare(fixture: ["start": .integer(-1)], directory: "/tmp"))
        == refusal("bad-fixture", "It starts below 0."))
    #expect(
      try answer(.prepare(fixture: ["strat": .integer(1)], directory: "/tmp"))
        == refusal("bad-argument", "There is no argument 'strat'; allowed: start."))
    #expect(try step("total").error?.code == "not-prepared")
  }

  @Test mutating func `a step is answered with its facts, digest and cost`() throws {
    _ = try answer(.prepare(fixture: ["start": .integer(41)], directory: "/tmp"))
    let reply = try step("total")
    #expect(reply.ok)
    #expect(reply.outcome == ["total": .integer(42), "app": .text("counter")])
    #expect(reply.digest?.count == 16)
    let cost = try #require(reply.cost)
    #expect(try #require(cost.wall) > .zero)
    #expect(cost.cpu > .zero)
    #expect(cost.minorFaults != nil && cost.involuntarySwitches != nil)
  }

  @Test mutating func `a step is made as many times as it has repetitions`() throws {
    try prepare()
    #expect(try step("add", ["amount": .integer(5)], repetitions: 20).ok)
    #expect(try step("total").outcome?["total"] == .integer(101))
  }

  @Test(arguments: ["add", "refuse"])
  mutating func `each repetition has its elapsed time if that is asked for, and all are the step's`(
    _ verb: String
  ) throws {
    try prepare()
    let arguments: [String: Scalar] = verb == "add" ? ["amount": .integer(5)] : [:]
    #expect(try step(verb, arguments, repetitions: 20).elapsed == nil)
    let reply = try answer(
      .step(verb: verb, arguments: arguments, repetitions: 20, timesEach: true))
    let times = try #require(reply.elapsed).split(separator: " ").compactMap { Int64($0) }
    #expect(times.count == 20 && times.allSatisfy { $0 >= 0 })
    #expect(times.reduce(0, +) == reply.cost?.wall?.nanoseconds)
  }

  @Test mutating func `the digest covers every repetition`() throws {
    try prepare()
    let once = try step("add", ["amount": .integer(5)])
    let twice = try step("add", ["amount": .integer(5)], repetitions: 2)
    #expect(once.outcome == twice.outcome)
    #expect(once.digest != twice.digest)
  }

  @Test(arguments: [0, -3])
  mutating func `a step is made at least once`(_ repetitions: Int) throws {
    try prepare()
    #expect(try step("total", repetitions: repetitions).outcome?["total"] == .integer(1))
  }

  @Test mutating func `an outcome that changes between repetitions is refused`() throws {
    try prepare()
    #expect(
      try step("total", repetitions: 3)
        == refusal(
          "unsteady-outcome",
          "Repetition 2 led to {app: counter, total: 2}, the first to {app: counter, total: 1}."))
  }

  @Test mutating func `a refusal in a later repetition is refused as an unsteady outcome`() throws {
    try prepare()
    #expect(
      try step("once", repetitions: 2)
        == refusal(
          "unsteady-outcome",
          "Repetition 2 led to the refusal 'used-up' (There is no more.), the first to {count: 1}.")
    )
  }

  @Test mutating func `what could not be measured in a later repetition is no outcome`() throws {
    try prepare()
    #expect(
      try step("once", ["code": .text("not-measured")], repetitions: 2)
        == refusal("not-measured", "There is no more."))
  }

  @Test mutating func `refusals with the same code are steady, and the first message is reported`()
    throws
  {
    try prepare()
    let reply = try step("refuse", repetitions: 3)
    #expect(reply.error == .init(code: "already-lent", message: "attempt 1"))
    #expect(!reply.ok && reply.outcome == nil && reply.digest == nil)
    #expect(try #require(reply.cost?.wall) > .zero)
    #expect(try step("total").outcome?["total"] == .integer(4))
  }

  @Test mutating func `an unknown verb is refused with a list of the known verbs`() throws {
    try prepare()
    #expect(
      try step("ad")
        == refusal(
          "unknown-verb", "There is no verb 'ad'; known: add, total, refuse, once, fail."))
  }

  @Test mutating func `arguments that a verb can't use are refused without a cost`() throws {
    try prepare()
    #expect(try step("add") == refusal("bad-argument", "The argument 'amount' is missing."))
    #expect(
      try step("add", ["amount": .text("x")])
        == refusal("bad-argument", "The argument 'amount' must be a whole number; found 'x'."))
  }

  @Test
  mutating func `an error that is not a CodedError is a refusal with a cost, named after its type`()
    throws
  {
    try prepare()
    let reply = try step("fail")
    #expect(!reply.ok && reply.error == .init(code: "uncoded", message: "something went wrong"))
    #expect(try #require(reply.cost?.wall) > .zero)
  }

  @Test mutating func `a line that is no request is refused, and the next request is answered`()
    throws
  {
    let (reply, isLast) = server.answer(Array("{\"request\":\"dance\"}".utf8))
    #expect(!isLast)
    #expect(
      reply
        == refusal("bad-request", "'request' can't have this value: {\"request\":\"dance\"}"))
    #expect(try answer(.hello(version: 1)).ok)
  }
}

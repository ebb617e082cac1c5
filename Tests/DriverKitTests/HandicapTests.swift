import DriverProtocol
import Testing

@testable import DriverKit

struct HandicapTests {
  @Test(arguments: [
    ("0%", 100, 0), ("2%", 100, 2), ("2%", 49, 0), ("2%", 50, 1), ("100%", 3, 3), ("150%", 2, 3),
    ("0.5%", 1000, 5), ("29%", 100, 29),
  ])
  func `a handicap adds its share of the calls, rounded down`(
    _ share: String, _ repetitions: Int, _ added: Int
  ) throws {
    let handicap = try Handicap(arguments: ["driver", "--handicap", share])
    let calls = (1...repetitions).map(handicap.calls).reduce(0, +)
    #expect(calls == repetitions + added)
  }

  @Test func `the calls that a handicap adds are spread evenly`() throws {
    let handicap = try Handicap(arguments: ["--handicap", "2%"])
    #expect((1...150).filter { handicap.calls(at: $0) == 2 } == [50, 100, 150])
  }

  @Test func `without its argument there is no handicap`() throws {
    #expect(try Handicap(arguments: ["driver", "--answer", "2%"]) == .none)
    #expect(try Handicap(arguments: ["driver", "--answer=--handicap", "2%"]) == .none)
  }

  @Test func `a handicap may be joined with its argument, and is not lost`() throws {
    let handicap = try Handicap(arguments: ["driver", "--handicap=2%"])
    #expect(try handicap == Handicap(arguments: ["driver", "--handicap", "2%"]))
    #expect(throws: DriverError.malformedHandicap("")) {
      try Handicap(arguments: ["driver", "--handicap="])
    }
  }

  @Test(arguments: ["", "2", "%", "-1%", "nan%", "1001%", "two%"])
  func `a handicap that is no valid share is refused`(_ text: String) {
    #expect(throws: DriverError.self) { try Handicap(arguments: ["--handicap", text]) }
    #expect(
      DriverError.malformedHandicap(text).description
        == "The share after --handicap is '\(text)'; allowed: 0% to 1000%, such as 2%.")
  }

  @Test func `calls that a handicap adds change neither the outcome nor the digest of their step`()
    throws
  {
    func replies(_ handicap: Handicap) throws -> [Reply] {
      var server = Server<CounterApp>(handicap: handicap)
      let requests: [Request] = [
        .prepare(fixture: [:], directory: "/tmp"),
        .step(verb: "add", arguments: ["amount": .integer(5)], repetitions: 100),
        .step(verb: "total", arguments: [:], repetitions: 1),
      ]
      return try requests.map { try server.answer(LineCodec.line($0).dropLast()).reply }
    }
    let plain = try replies(.none)
    let slowed = try replies(Handicap(arguments: ["--handicap", "2%"]))
    #expect(slowed[1].digest == plain[1].digest && slowed[1].outcome == plain[1].outcome)
    #expect(plain[2].outcome?["total"] == .integer(501))
    #expect(slowed[2].outcome?["total"] == .integer(511))
  }

  @Test func `an added call with another outcome is reported`() throws {
    var server = Server<CounterApp>(handicap: try Handicap(arguments: ["--handicap", "100%"]))
    _ = try server.answer(
      LineCodec.line(Request.prepare(fixture: [:], directory: "/tmp")).dropLast())
    let step = Request.step(verb: "once", arguments: [:], repetitions: 1)
    let reply = try server.answer(LineCodec.line(step).dropLast()).reply
    #expect(reply.error?.code == "unsteady-outcome")
  }
}

import DriverProtocol
import Testing

@testable import Scenarios

/// Stories of many users at other rates.
struct AdjustableLoadTests {
  private static func scenario(_ users: String) throws -> Scenario {
    try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        login: { steps: [{ http: POST /session, expect: { status: 201 } }] }
        list: { after: [login], steps: [{ http: GET /, repeat: 3, expect: { status: 200 } }] }
        many: { users: \(users) }
      """, file: "f")
  }

  private static let usual = "{ arrivals: 20/s, for: 5 s, stories: { list: 1 } }"

  @Test func `a run is as long as the file says, or as its users need, or as its requests allow`()
    throws
  {
    let scenario = try Self.scenario(Self.usual)
    let load = try #require(AdjustableLoad("many", of: scenario, withUsers: 200))
    #expect(load.ownRate == 20)
    // 200 users in 20 s; 50,000 requests, four of each user, in half a second.
    #expect(load.rates == 10...25_000)
    #expect(load.duration(at: 20) == .seconds(10))
    #expect(load.duration(at: 50) == .seconds(5))
    #expect(load.duration(at: 25_000) == .milliseconds(500))
  }

  @Test func `requests and the time of the file decide which rates are possible`() throws {
    func rates(_ users: String) throws -> ClosedRange<Double>? {
      AdjustableLoad("many", of: try Self.scenario(users), withUsers: 200)?.rates
    }
    #expect(
      try rates("{ arrivals: 20/s, for: 40 s, pattern: constant, stories: { login: 1 } }")
        == 5...100_000)
    #expect(
      try rates("{ arrivals: 20/s, for: 5 s, stories: { list: 1, login: 1 } }") == 10...40_000)
  }

  @Test func `only the step of that story changes, with its time limit`() throws {
    let scenario = try Self.scenario(Self.usual)
    let load = try #require(AdjustableLoad("many", of: scenario, withUsers: 200))
    let changed = load.scenario(at: 40)
    #expect(changed.stories[2].steps[0].label == "users 40/s poisson for 5 s: list")
    #expect(load.scenario(at: 12.5).stories[2].steps[0].timeLimit == .seconds(16 + 30))
    #expect(Array(changed.stories.prefix(2)) == Array(scenario.stories.prefix(2)))
    #expect(load.scenario(at: 20).stories[2].users?.duration == .seconds(10))
  }

  @Test(arguments: ["ramp", "spike"])
  func `a rate that changes while users arrive is no rate to search`(_ pattern: String) throws {
    let users = "{ arrivals: 200/s, for: 5 s, pattern: \(pattern), stories: { list: 1 } }"
    #expect(AdjustableLoad("many", of: try Self.scenario(users), withUsers: 10) == nil)
  }

  @Test func `requests of stories that come before have latencies, too`() throws {
    let scenario = try Self.scenario(Self.usual)
    func counts(_ scenario: Scenario) throws -> [Bool] {
      let step = scenario.stories[2].steps[0]
      let arrivals = try LineCodec.message(UserArrivals.self, in: step.arguments)
      return arrivals.stories[0].steps.map(\.counts)
    }
    let load = try #require(AdjustableLoad("many", of: scenario, withUsers: 200))
    #expect(try counts(scenario) == [false, true])
    #expect(try counts(load.scenario(at: 20)) == [true, true])
    #expect(load.earlierStories == ["login"] && load.requestsPerUser == 4)
    let alone = try Self.scenario("{ arrivals: 20/s, for: 5 s, stories: { login: 1 } }")
    #expect(AdjustableLoad("many", of: alone, withUsers: 200)?.earlierStories == [])
  }

  @Test func `a story without users has no rate, nor has one whose users send too much`() throws {
    let scenario = try Self.scenario(Self.usual)
    #expect(AdjustableLoad("list", of: scenario, withUsers: 200) == nil)
    #expect(AdjustableLoad("many", of: scenario, withUsers: 12_501) == nil)
    #expect(AdjustableLoad("many", of: scenario, withUsers: 12_500) != nil)
  }

  @Test func `a load of more requests than an integer can count is refused`() {
    let text = """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        list: { steps: [{ http: GET /, repeat: 1000000000, expect: { status: 200 } }] }
        many: { users: { arrivals: 100000/s, for: 999999 s, stories: { list: 1 } } }
      """
    #expect(
      Samples.mistakes(in: text)
        == "f:6:3: the users of 'many' would send about 1000000000000000 requests; allowed: up to 50000."
    )
  }

  @Test func `a rate is a number by second or minute`() {
    #expect(RateText.perSecond("200/s") == 200)
    #expect(RateText.perSecond("90 / min") == 1.5)
    #expect(RateText.perSecond("0/s") == nil && RateText.perSecond("200") == nil)
    #expect(RateText.perSecond("100001/s") == nil && RateText.perSecond("-1/s") == nil)
  }
}

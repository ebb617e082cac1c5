import DriverProtocol
import Metrics
import Testing

@testable import Scenarios

/// Stories of many users.
struct UserLoadReaderTests {
  private static func file(_ users: String, _ more: String = "") -> String {
    """
    scenario: s
    builds: { a: {} }
    services: { server: { command: [server, "${port}"] } }
    stories:
      login:
        steps:
          - http: POST /session
            expect: { status: 201 }
      list:
        after: [login]
        steps:
          - http: GET /devices
            repeat: 3
            expect: { $.count: 5, digest: "00ff" }
      many:
        users: \(users)
    \(more)
    """
  }

  @Test func `users do whole stories, and their times are drawn from a seed`() throws {
    let scenario = try ScenarioParser.parse(
      Self.file(
        "{ arrivals: 900/min, for: 10 s, pattern: spike, seed: 7, stories: { list: 8, login: 1 } }"),
      file: "f")
    let step = scenario.stories[2].steps[0]
    #expect(step.label == "users 15/s spike for 10 s: list ×8, login")
    #expect(step.verb == "users")
    #expect(step.expectation == .outcome(facts: ["errors": .integer(0)], digest: nil))
    #expect(step.timeLimit == .seconds(40))
    let arrivals = try LineCodec.message(UserArrivals.self, in: step.arguments)
    #expect(arrivals.rate == 15 && arrivals.pattern == .spike && arrivals.seconds == 10)
    #expect(arrivals.seed == 7 && arrivals.stories.map(\.share) == [8, 1])
    let steps = arrivals.stories[0].steps
    #expect(steps.map(\.label) == ["login: POST /session", "list: GET /devices ×3"])
    #expect(steps.map(\.request.target) == ["/session", "/devices"])
    #expect(steps.map(\.repetitions) == [1, 3] && steps.map(\.counts) == [false, true])
    #expect(steps.map(\.facts) == [["status": .integer(201)], ["$.count": .integer(5)]])
    #expect(
      scenario.gatesInForce.map(\.metric.id) == [
        "latency-p50", "latency-p99", "server.cpu-time", "server.peak-memory",
        "server.peak-anonymous-memory",
      ])
    #expect(scenario.gatesInForce[0].stories == ["many"])
    // Too few for a 99th percentile.
    let few = try ScenarioParser.parse(
      Self.file("{ arrivals: 5/s, for: 2 s, stories: { list: 1 } }"), file: "f")
    #expect(few.gatesInForce.map(\.metric.id).prefix(2) == ["latency-p50", "server.cpu-time"])
    // Errors only where they are tolerated, by the same gate as one without a number.
    let tolerant = "{ arrivals: 5/s, for: 2 s, errors: 1 %, stories: { list: 1 } }"
    let calm = "  calm: { users: { arrivals: 5/s, for: 2 s, stories: { list: 1 } } }"
    let gate = Gate(metric: .errors, stories: ["many"])
    #expect(
      try ScenarioParser.parse(Self.file(tolerant, calm), file: "f").gatesInForce[1] == gate)
    let own = try ScenarioParser.parse(
      Self.file(tolerant, calm + "\ngates: [{ metric: errors }]"), file: "f")
    #expect(own.gatesInForce == [gate])
    // Its users carry their stories with them.
    var alone = scenario
    alone.stories.removeFirst(2)
    #expect(alone.isOfRequests && alone.stories[0].steps[0] == step)
  }

  @Test(arguments: [
    ("", Scenario.Arrangement.duet, true), ("arrangement: gang", .duet, true),
    ("arrangement: back-to-back", .backToBack, false),
    ("    arrangement: back-to-back", .backToBack, false), ("    arrangement: duet", .duet, false),
    ("    arrangement: duet\narrangement: back-to-back", .duet, false),
  ])
  func `how busy the services are decides how pairs are made unless the scenario does`(
    _ more: String, _ arrangement: Scenario.Arrangement, _ isUndecided: Bool
  ) throws {
    let scenario = try ScenarioParser.parse(
      Self.file("{ arrivals: 10/s, for: 1 s, stories: { list: 1 } }", more), file: "f")
    #expect(scenario.arrangement(of: "many") == arrangement)
    #expect(scenario.undecidedLoads == (isUndecided ? ["many"] : []))
  }

  @Test(arguments: [
    (
      "{ arrivals: 5, for: 1 s, stories: { list: 1 } }", "",
      "f:16:24: 'arrivals' is '5'; allowed: a rate such as 200/s or 90/min, up to 100000/s."
    ),
    (
      "{ arrivals: 5/s, stories: { lists: 1, many: 1, login: 0 } }", "",
      """
      f:16:12: 'users' has no 'for'; allowed: how long users arrive, such as 5 s.
      f:16:40: there is no story 'lists'; allowed: login, list, many. Did you mean 'list'?
      f:16:50: 'many' is of many users itself; allowed: stories with steps.
      f:16:66: 'login' is '0'; allowed: a whole number from 1 to 1000.
      """
    ),
    (
      "{ arrivals: 1/min, for: 1 s, stories: { list: 1 } }", "",
      "f:16:12: 'users' would be about 0 users; allowed: 10 or more, by 'arrivals' or 'for'."
    ),
    (
      "{ arrivals: 1000/s, for: 1 min, stories: { list: 1 } }", "",
      "f:15:3: the users of 'many' would send about 240000 requests; allowed: up to 50000."
    ),
    (
      "{ arrivals: 10/s, for: 1 s, stories: { list: 1 } }",
      """
        more:
          after: [many]
          steps: [{ http: GET /, expect: { status: 200 } }]
      gates:
        - { metric: latency-p99, stories: [list] }
        - { metric: wall-time, stories: [many] }
      """,
      """
      f:18:13: 'many' is of many users, which no story can come after.
      f:21:38: 'latency-p99' is not measured for 'list', which has no 'users'; allowed: many.
      f:22:36: 'wall-time' is not measured for 'many', which has 'users'; allowed: login, list, more.
      """
    ),
    (
      "{ arrivals: 10/s, for: 1 s, errors: 1, stories: { list: 1 } }", "",
      "f:16:48: 'errors' is '1'; allowed: a share such as 1 %, up to 50 %."
    ),
    (
      "{ arrivals: 10/s, for: 1 s, errors: 1 %, stories: { list: 1 } }",
      """
      gates:
        - { metric: errors, at-most: +1% }
        - { metric: errors, at-most: 3 }
      """,
      """
      f:18:32: a relative change of 'errors': a baseline without errors has none; allowed: a number such as 3; \
      without 'at-most' no more are allowed.
      """
    ),
    (
      "{ arrivals: 10/s, for: 1 s, stories: { list: 1 } }", "gates: [{ metric: errors }]",
      "f:17:19: 'errors' is measured only for stories whose 'users' tolerate 'errors', and there are none."
    ),
    (
      "{ arrivals: 10/s, for: 1 s, errors: 1 %, stories: { list: 1 } }",
      """
        calm: { users: { arrivals: 10/s, for: 1 s, stories: { list: 1 } } }
      gates: [{ metric: errors, stories: [calm] }]
      """,
      "f:18:37: 'errors' is not measured for 'calm', which tolerates none; allowed: many."
    ),
    (
      "{ arrivals: 10/s, for: 1 s, stories: { list: 1 } }",
      "    after: [login]\n    arrangement: gang\n    steps: []",
      """
      f:17:12: 'after' beside 'users': they do what other stories say, and what these come after.
      f:18:18: 'gang' beside 'users', who would wait while their service is held; allowed: duet, back-to-back.
      f:19:12: 'steps' beside 'users': they do what other stories say, and what these come after.
      """
    ),
  ])
  func `a mistake in a load is reported with its place`(
    _ users: String, _ more: String, _ mistakes: String
  ) {
    #expect(Samples.mistakes(in: Self.file(users, more)) == mistakes)
  }
}

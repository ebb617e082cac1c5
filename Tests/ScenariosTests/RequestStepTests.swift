import DriverProtocol
import Metrics
import Testing

@testable import Scenarios

/// Steps that are HTTP requests.
struct RequestStepTests {
  private static func file(
    _ steps: String, builds: String = "{ a: {} }", settings: String = "",
    services: String = "{ server: { command: [server, \"${port}\"] } }"
  ) -> String {
    let indented = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return """
      scenario: s
      builds: \(builds)
      services: \(services)
      stories:
        list:
          steps:
      \(indented)
      \(settings)
      """
  }

  private static func scenario(_ text: String) throws -> Scenario {
    try ScenarioParser.parse(text, file: "f")
  }

  @Test func `requests are no cycle, since the memory judged would be of what sends them`() {
    let file = Self.file("- http: GET /\n  expect: { status: 200, digest: aa }")
      .replacing("    steps:", with: "    cycle: true\n    steps:")
    #expect(
      Samples.mistakes(in: file)
        == "f:6:12: 'cycle' in a story of requests: they are sent by rehearse-users, whose memory would be "
        + "judged, and not that of a service; allowed: stories of a driver.")
  }

  @Test func `a request has a method, a target, headers, content and what it shows`() throws {
    let scenario = try Self.scenario(
      Self.file(
        """
        - http: POST /devices/${id}/loan?now=1
          headers: { accept: application/json, x-number: 5 }
          json: { user: alice, tags: [a, 1, ~], nested: { on: "yes" } }
          take: { loan: $.id, place: header location }
          changing: [$.time, "$.loans[*].at"]
          data: users.csv
          repeat: 20
          time-limit: 2 s
          expect: { status: 201, $.user: alice, "length($.items)": 2, digest: "00ff" }
        """))
    let step = scenario.stories[0].steps[0]
    #expect(scenario.isOfRequests && !scenario.isOfCommands)
    #expect(step.label == "POST /devices/${id}/loan?now=1 ×20")
    let request = StepRequest(
      method: "POST", target: "/devices/${id}/loan?now=1",
      headers: ["accept: application/json", "x-number: 5"],
      body: .json(#"{"user":"alice","tags":["a",1,null],"nested":{"on":"yes"}}"#),
      taken: ["loan": try Self.part("$.id"), "place": .header("location")], data: "users.csv",
      changing: [
        try #require(JSONPath(rawValue: "$.time")),
        try #require(JSONPath(rawValue: "$.loans[*].at")),
      ], shown: [try Self.part("$.user"), try Self.part("length($.items)")])
    #expect(step.request == request)
    #expect(try LineCodec.message(StepRequest.self, in: step.arguments) == request)
    #expect(
      step.expectation
        == .outcome(
          facts: [
            "status": .integer(201), "$.user": .text("alice"), "length($.items)": .integer(2),
          ], digest: "00ff"))
    #expect(scenario.requestSettings == RequestSettings(port: "SERVER_PORT"))
  }

  private static func part(_ name: String) throws -> AnswerPart {
    try #require(AnswerPart(rawValue: name))
  }

  @Test(arguments: [
    ("- http: GET /\n  expect: { status: 200 }", true),
    ("- http: GET /\n  expect: { status: 200, $.a: 1 }", false),
    ("- http: GET /\n  expect: { digest: \"00ff\" }", false),
    ("- http: GET /\n  changing: all\n  expect: { status: 200, digest: \"00ff\" }", true),
    ("- http: GET /\n  take: { id: $.id }\n  expect: { status: 200 }", false),
    ("- http: GET /\n  expect: { error: connection-reset }", false),
    ("- http: HEAD /\n  expect: { status: 200 }", false),
    ("- http: HEAD /\n  expect: { status: 200 }\n- http: GET /\n  expect: { status: 200 }", true),
    ("- http: DELETE /a\n  expect: { status: 204, digest: \"00ff\" }", false),
    (
      "- http: DELETE /a\n  expect: { status: 204, digest: \"00ff\" }\n- http: GET /\n  expect: { status: 200 }",
      true
    ),
    ("- http: GET /\n  expect: { status: 200 }\n- http: GET /\n  expect: { bytes: 3 }", false),
  ])
  func `a story is checked by statuses alone if nothing of an answer with content is expected`(
    _ steps: String, _ isOfStatusAlone: Bool
  ) throws {
    let scenario = try Self.scenario(Self.file(steps))
    #expect(scenario.isOfStatusAlone(scenario.stories[0]) == isOfStatusAlone)
  }

  @Test(arguments: [
    ("{ status: 200, digest: \"00ff\" }", true), ("{ status: 200, $.a: 1 }", false),
    ("{ error: not-json }", false),
  ])
  func `what many users get is not checked by a digest`(_ expected: String, _ isAlone: Bool)
    throws
  {
    let file =
      Self.file("- http: GET /\n  expect: \(expected)") + """

          checked: { steps: [{ http: GET /, expect: { text: ok } }] }
          many: { users: { arrivals: 10/s, for: 1 s, stories: { checked: 3, list: 1 } } }
        """
    let scenario = try Self.scenario(file)
    #expect(scenario.stories.map(\.name) == ["list", "checked", "many"])
    #expect(scenario.stories.map(scenario.isOfStatusAlone) == [false, false, isAlone])
    let steps = scenario.stepsOfStatusAlone(in: scenario.stories[2])
    #expect(steps == (isAlone ? ["GET /"] : []))
  }

  @Test(arguments: [
    ("{ status: 201 }", true), ("{ digest: \"00ff\" }", true), ("{ $.token: a }", false),
  ])
  func `what many users do before a story is checked like it`(_ expected: String, _ isAlone: Bool)
    throws
  {
    let file =
      Self.file("- http: GET /\n  expect: { $.a: 1 }")
      .replacing("    steps:", with: "    after: [login]\n    steps:") + """

          login: { steps: [{ http: POST /session, expect: \(expected) }] }
          many: { users: { arrivals: 10/s, for: 1 s, stories: { list: 1 } } }
        """
    let scenario = try Self.scenario(file)
    let many = try #require(scenario.story(named: "many"))
    #expect(scenario.isOfStatusAlone(many) == isAlone)
    #expect(scenario.stepsOfStatusAlone(in: many) == (isAlone ? ["POST /session"] : []))
  }

  @Test func `only services are gated by default, because what sends requests is not the app`()
    throws
  {
    let scenario = try Self.scenario(Self.file("- http: GET /\n  expect: { status: 200 }"))
    #expect(
      scenario.gatesInForce.map(\.metric.id) == [
        "server.cpu-time", "server.peak-memory", "server.peak-anonymous-memory",
      ])
  }

  @Test func `a package is built for the products that services name`() throws {
    let scenario = try Self.scenario(
      Self.file(
        "- http: GET /\n  expect: { status: 200 }", builds: "{ a: { swift-flags: [-Osize] } }",
        settings: "package: ..",
        services: """
          { db: { command: ["${build}/db", "${port}"] }, web: { command: ["${build}/web", "${port}"] } }
          """))
    guard case .package(let package) = scenario.builds[0].origin else {
      Issue.record("\(scenario.builds[0].origin)")
      return
    }
    #expect(package.package == ".." && package.product == "db" && package.services == ["web"])
    #expect(package.swiftFlags == ["-Osize"])
    #expect(scenario.requestSettings?.port == "WEB_PORT")
  }

  @Test func `what holds for all requests is handed to the driver`() throws {
    let scenario = try Self.scenario(
      Self.file(
        "- http: GET /\n  take: { t: $.t }\n  expect: { status: 200 }",
        settings: "http: { to: a, version: 2, certificate: ca.pem, headers: { x: \"${t}\" } }",
        services: "{ a: { command: [a, \"${port}\"] }, b: { command: [b, \"${port}\"] } }"))
    var settings = RequestSettings(port: "A_PORT")
    settings.version = .two
    settings.certificate = "ca.pem"
    settings.headers = ["x: ${t}"]
    #expect(scenario.requestSettings == settings)
  }

  @Test(arguments: [
    (
      "- http: get /\n  expect: { status: 200 }",
      """
      f:7:15: 'http' is 'get /'; allowed: a method in capitals and a path without blanks, such as \
      GET /devices?state=free.
      """
    ),
    (
      "- http: GET http://example.org/\n  expect: { status: 200 }",
      """
      f:7:15: 'http' is 'GET http://example.org/'; allowed: a method in capitals and a path without \
      blanks, such as GET /devices?state=free.
      """
    ),
    (
      "- http: GET /find?name=C#&page=2\n  expect: { status: 200 }",
      """
      f:7:15: 'http' is 'GET /find?name=C#&page=2': no request sends what follows a '#'; allowed: %23 for \
      the sign.
      """
    ),
    (
      "- http: GET /\n  body: x\n  expect: { status: 200 }",
      """
      f:8:9: unknown key 'body' in a step; allowed: http, headers, json, form, text, file, take, data, \
      changing, expect, repeat, items, time-limit.
      """
    ),
    (
      "- http: POST /\n  json: {}\n  text: x\n  expect: { status: 200 }",
      "f:9:15: 'text' beside 'json': a request has one content."
    ),
    (
      "- http: GET /\n  take: { id: id, \"1\": $.a }\n  expect: { status: 200 }",
      """
      f:8:21: 'id' is 'id', which names no value of the answer; allowed: a JSON path such as $.id or \
      $.items[0].name, or header NAME.
      f:8:25: '1' can't name a value; allowed: letters, digits, '-' and '_', a letter first.
      """
    ),
    (
      "- http: GET /\n  changing: [time]\n  expect: { stats: 200 }",
      """
      f:8:20: 'time' is no path into JSON; allowed: such as $.time or $.items[*].id; or all.
      f:9:19: 'stats' is nothing that an answer has; allowed: digest, error, status, bytes, text, header \
      NAME, a JSON path such as $.id or $.items[0].name, length($.items). Did you mean 'status'?
      """
    ),
    (
      "- http: GET /\n  headers: { \"a b\": x }\n  expect: { status: 200 }",
      "f:8:20: 'a b' can't name a header; allowed: letters, digits and '-'."
    ),
    (
      "- http: GET /\n",
      """
      f:7:9: a step has no 'expect': add what it has to lead to, such as { status: 200, $.id: 1 }, or let \
      'rehearse record' write it.
      """
    ),
    (
      "- http: GET /\n  expect: { status: 200 }\n- list: {}\n  expect: { count: 1 }",
      "f:9:9: a driver's verb among requests; allowed: steps that are all requests, or all verbs of a driver."
    ),
    (
      "- http: GET /${ids}\n  take: { id: $.id }\n  expect: { status: 200 }\n- http: GET /${id}\n  expect: { status: 200 }",
      """
      f:7:9: the request 'GET /${ids}' names '${ids}', which nothing defines before it; allowed: 'variables' \
      of all builds, and what an earlier request takes; there are scenario, server.port.
      """
    ),
  ])
  func `a mistake in a request is reported with its place`(_ steps: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Self.file(steps)) == mistakes)
  }

  @Test func `requests need a service with a port, and no driver`() {
    let step = "- http: GET /\n  expect: { status: 200 }"
    #expect(
      Samples.mistakes(
        in: Self.file(step, services: "{ a: { command: [a], ready: { line: up } } }"))
          == """
          f:1:1: steps are requests, but no service has a port that they could be sent to; allowed: 'services' \
          with '${port}' in the words of one.
          """)
    #expect(
      Samples.mistakes(
        in: Self.file(
          step, builds: "{ a: { command: [x] } }",
          settings:
            "driver: { product: x }\nfixture: { a: 1 }\nhttp: { to: b, version: 3 }\npackage: ."))
          == """
          f:2:25: 'command' in a scenario whose steps are requests: there is no driver; allowed: variables, configuration, swift-flags, toolchain.
          f:9:9: 'driver' in a scenario whose steps are requests: they have none; allowed: 'package'.
          f:10:10: 'fixture' in a scenario whose steps are requests: no driver makes one.
          f:11:13: there is no service 'b' with a port; allowed: server.
          f:11:25: 'version' is '3'; allowed: 1.1, 2.
          f:12:10: 'package' has no product to build: no service names one; allowed: '${build}/PRODUCT' as first word of a service's command.
          """)
  }

  @Test func `files are copied for commands alone, and requests name theirs in steps`() {
    #expect(
      Samples.mistakes(
        in: Self.file("- http: GET /\n  expect: { status: 200 }", settings: "files: [a.txt]"))
          == """
          f:9:8: 'files' in a scenario whose steps are requests: they are read beside the scenario; allowed: \
          'file' or 'data' of a step.
          """)
  }

  @Test func `a gate on what sends the requests is refused, but for the elapsed time`() {
    let step = "- http: GET /\n  expect: { status: 200 }"
    #expect(
      Samples.mistakes(
        in: Self.file(step, settings: "gates: [{ metric: cpu-time }, { metric: wall-time }]"))
          == """
          f:9:19: 'cpu-time' would be of rehearse-users, which sends the requests, and not of a service; \
          allowed: wall-time, latency-p50 and others, and metrics of a service, such as server.cpu-time.
          """)
  }
}

import Metrics
import Testing

@testable import Scenarios

struct ServiceTests {
  /// A file whose services, from line 4 on, are the given lines.
  private static func file(_ lines: String, builds: String = Samples.builds) -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "scenario: s\n\(builds)\nservices:\n\(indented)\n\(Samples.stories)"
  }

  private func services(_ lines: String) throws -> [Service] {
    try ScenarioParser.parse(Self.file(lines), file: "f").services
  }

  @Test func `a service has a command, and may set its readiness, time limit and environment`()
    throws
  {
    let services = try services(
      """
      db: { command: [./db, --socket, db.sock], ready: { file: db.sock } }
      server:
        command: [python3, "${scenario}/server.py", "${port}"]
        time-limit: 10 s
        environment: { MODE: test, WORKERS: 2 }
      proxy: { command: [./proxy, "${server.port}"], ready: { line: "is up" } }
      """)
    #expect(
      services == [
        Service(
          name: "db", command: ["./db", "--socket", "db.sock"], readiness: .file("db.sock")),
        Service(
          name: "server", command: ["python3", "${scenario}/server.py", "${port}"],
          environment: ["MODE": "test", "WORKERS": "2"], readiness: .port,
          timeLimit: .seconds(10)),
        Service(name: "proxy", command: ["./proxy", "${server.port}"], readiness: .line("is up")),
      ])
    #expect(services.map(\.hasPort) == [false, true, false])
    #expect(services.map(\.portVariable) == ["DB_PORT", "SERVER_PORT", "PROXY_PORT"])
  }

  @Test func `variables are replaced once, and words that become empty are left out`() {
    let service = Service(
      name: "s", command: ["${build}/s", "--port=${port}", "${mode}", "$${port}", ""],
      environment: ["A": "${mode}b"])
    let resolved = service.resolved(by: ["build": "/b", "port": "${mode}", "mode": ""])
    #expect(resolved.command == ["/b/s", "--port=${mode}", "${port}", ""])
    #expect(resolved.environment == ["A": "b"])
  }

  @Test func `programs of the package that services need are built along with its driver`() throws {
    let scenario = try ScenarioParser.parse(
      Self.file(
        """
        a: { command: ["${build}/mail-server", "${port}"] }
        b: { command: [sh, -c, "exec ${build}/app-driver"], ready: { line: x } }
        """,
        builds: "driver: { product: app-driver }\nbuilds: { r: {}, d: { configuration: debug } }"),
      file: "f")
    for build in scenario.builds {
      guard case .package(let package) = build.origin else {
        Issue.record("\(build.origin)")
        continue
      }
      #expect(package.product == "app-driver" && package.services == ["mail-server"])
    }
    #expect(scenario.builds.allSatisfy { $0.services == scenario.services })
  }

  @Test func `services can use the builds' variables`() throws {
    let builds =
      "builds: { a: { command: [app], variables: { work: 1 } }, b: { command: [app], variables: { work: 2 } } }"
    let scenario = try ScenarioParser.parse(
      Self.file("s: { command: [x, \"${work}\", \"${port}\"] }", builds: builds), file: "f")
    #expect(scenario.builds.map(\.variables) == [["work": "1"], ["work": "2"]])
    #expect(
      Samples.mistakes(
        in: Self.file(
          "s: { command: [x, \"${work}\", \"${port}\"] }",
          builds: "builds: { a: { command: [app], variables: { work: 1 } }, b: { command: [app] } }"
        ))
        == "f:4:21: 'b' has no variable 'work'; allowed: scenario, port, build, work, and 'variables' of the builds."
    )
  }

  @Test func `commands may name the ports of services`() throws {
    let text = """
      scenario: s
      builds: { a: {} }
      services: { server: { command: [x, "${port}"] } }
      stories: { s: { steps: [{ shell: "curl localhost:${server.port}" }] } }
      """
    #expect(Samples.mistakes(in: text) == "")
    #expect(
      Samples.mistakes(in: text.replacing("${server.port}", with: "${sever.port}")).contains(
        "f:4:34: there is no variable 'sever.port'"))
    #expect(
      Samples.mistakes(in: text.replacing("[x,", with: "[\"${build}/x\",")).contains(
        "f:3:33: there is no variable 'build'"))
  }

  @Test func `services may have gates, and are gated by default`() throws {
    let file = Self.file("server: { command: [x, \"${port}\"] }")
    let gated = try ScenarioParser.parse(
      file + "\ngates: [{ metric: server.cpu-time, at-most: +2% }]", file: "f")
    let metric = try #require(Metric.cpuTime.of(service: "server"))
    #expect(gated.gatesInForce == [Gate(metric: metric, limit: .change(0.02))])
    #expect(
      try ScenarioParser.parse(file, file: "f").gatesInForce.map(\.metric.id) == [
        "cpu-time", "peak-memory", "peak-anonymous-memory", "server.cpu-time",
        "server.peak-memory", "server.peak-anonymous-memory",
      ])
    #expect(
      Samples.mistakes(in: file + "\ngates: [{ metric: sever.cpu-time }]").hasSuffix(
        "Did you mean 'server.cpu-time'?"))
    #expect(
      Samples.mistakes(in: file + "\ngates: [{ metric: server.wall-time }]").contains(
        "there is no metric 'server.wall-time'"))
  }

  @Test(arguments: [
    ("{}", "f:4:3: there are no services; allowed: one or more."),
    ("s: {}", "f:4:6: 's' has no 'command'; allowed: the words that start it."),
    (
      "s: { command: [] , ready: { file: x } }",
      "f:4:17: the command is empty; allowed: one word or more."
    ),
    (
      "s: { command: [x] }",
      "f:4:6: 's' has to listen on a port, but nothing tells it which; allowed: '${port}' in 'command' or "
        + "'environment', or another 'ready'."
    ),
    (
      "s: { command: [x, \"${prot}\"], ready: { line: a } }",
      "f:4:21: there is no variable 'prot'; allowed: scenario, port, build, and 'variables' of the builds. Did you mean 'port'?"
    ),
    (
      "s: { command: [x, \"${t.port}\"], ready: { line: a } }",
      "f:4:21: there is no variable 't.port'; allowed: scenario, port, build, and 'variables' of the builds. Did you mean 'port'?"
    ),
    (
      "s: { command: [x], ready: prt }",
      "f:4:29: 'ready' is 'prt'; allowed: port, { line: TEXT } or { file: PATH }."
    ),
    (
      "s: { command: [x], ready: { line: a, file: b } }",
      "f:4:29: 'ready' names 2 things; allowed: line or file."
    ),
    (
      "s: { command: [x], ready: { lines: a } }",
      "f:4:31: unknown key 'lines' in 'ready'; allowed: line, file. Did you mean 'line'?\nf:4:29: 'ready' names 0 things; allowed: line or file."
    ),
    (
      "s: { command: [x], ready: { line: \"a\\nb\" } }",
      "f:4:37: 'line' has more than one line; allowed: a part of one line."
    ),
    (
      "1st: { command: [x, \"${port}\"] }",
      "f:4:3: '1st' can't name a service; allowed: letters, digits, '-' and '_', a letter first, 64 at most."
    ),
    (
      "a-b: { command: [x, \"${port}\"] }\na_b: { command: [x, \"${port}\"] }",
      "f:5:3: 'a_b' and 'a-b' would both have the port A_B_PORT."
    ),
    (
      "s: { command: [x, \"${port}\"], comand: [y] }",
      "f:4:33: unknown key 'comand' in 's'; allowed: command, ready, time-limit, environment. Did you mean 'command'?"
    ),
    (
      "s: { command: [x, \"${port}\"], environment: { \"A=B\": 1 } }",
      "f:4:48: 'A=B' can't name a variable of the environment."
    ),
  ])
  func `mistakes in services are reported with their place`(_ lines: String, _ expected: String) {
    let told = Set(Samples.mistakes(in: Self.file(lines)).split(separator: "\n"))
    #expect(told == Set(expected.split(separator: "\n")))
  }

  @Test func `variables that nothing can use, and variables named 'port', are refused`() {
    let builds = "builds: { a: { command: [app], variables: { port: 1 } } }"
    #expect(
      Samples.mistakes(in: Self.file("s: { command: [x, \"${port}\"] }", builds: builds))
        == "f:2:45: 'port' is a variable of services already; allowed: another name.")
    #expect(
      Samples.mistakes(in: "scenario: s\n\(builds)\n\(Samples.stories)").contains(
        "'variables' without a step that is a command, or a service"))
  }

  @Test func `a service's summary changes with its command, environment and readiness`() {
    let service = Service(name: "s", command: ["a b", "c"])
    var others = [Service(name: "s", command: ["a", "b", "c"])]
    others.append(Service(name: "s", command: ["a b", "c"], environment: ["A": "1"]))
    others.append(Service(name: "s", command: ["a b", "c"], readiness: .line("x")))
    #expect(Set((others + [service]).map(\.summary)).count == 4)
    #expect(service.summary == #""a b" "c", ready when it listens on its port"#)
  }
}

import DriverProtocol
import Scenarios
import Testing

struct GoodFileTests {
  @Test func `a mapping may have 20,000 names`() throws {
    let names = (0..<20_000).map { "n\($0): 1" }.joined(separator: ", ")
    let text = Samples.stories("s: { steps: [{ list: {}, expect: { count: 1 } }] }")
      .replacing("stories:", with: "fixture: { \(names) }\nstories:")
    #expect(try ScenarioParser.parse(text, file: "f").fixture.count == 20_000)
  }

  @Test func `every key is read`() throws {
    let text = """
      scenario: inventory
      title: "KMU Inventory: safety"
      driver: { package: .., product: inventory-driver }
      builds:
        checked: { configuration: debug }
        unchecked: { configuration: release, swift-flags: [-Ounchecked, "-DX"] }
        other: { command: [./driver.py, --fast] }
      fixture: { devices: 5000, name: alice, share: 0.5, mailing: true }
      runs: 7
      time-limit: 2 min
      stories:
        login:
          title: "US1: connect"
          steps:
            - login: { user: alice, remember: false }
              expect: { user: alice }
        list:
          after: [login]
          steps:
            - list: { filter: all }
              repeat: 20
              items: 5000
              time-limit: 500 ms
              expect: { count: 5000, digest: 00ff00ff00ff00ff }
            - lend: { device: 1 }
              expect: { error: already-lent }
      """
    let expected = Scenario(
      name: "inventory", title: "KMU Inventory: safety",
      builds: [
        Build(
          name: "checked",
          origin: .package(
            PackageBuild(
              package: "..", product: "inventory-driver", configuration: .debug, swiftFlags: []))),
        Build(
          name: "unchecked",
          origin: .package(
            PackageBuild(
              package: "..", product: "inventory-driver", configuration: .release,
              swiftFlags: ["-Ounchecked", "-DX"]))),
        Build(name: "other", origin: .command(["./driver.py", "--fast"])),
      ],
      fixture: [
        "devices": .integer(5000), "name": .text("alice"), "share": .number(0.5),
        "mailing": .bool(true),
      ],
      stories: [
        Story(
          name: "login", title: "US1: connect",
          steps: [
            Step(
              verb: "login", arguments: ["user": .text("alice"), "remember": .bool(false)],
              expectation: .outcome(facts: ["user": .text("alice")], digest: nil))
          ]),
        Story(
          name: "list", title: "list", after: ["login"],
          steps: [
            Step(
              verb: "list", arguments: ["filter": .text("all")], repetitions: 20,
              expectation: .outcome(facts: ["count": .integer(5000)], digest: "00ff00ff00ff00ff"),
              timeLimit: .milliseconds(500), items: 5000),
            Step(
              verb: "lend", arguments: ["device": .integer(1)],
              expectation: .refusal(code: "already-lent")),
          ]),
      ],
      runs: 7, timeLimit: .seconds(120))
    #expect(try ScenarioParser.parse(text, file: "f") == expected)
  }

  @Test func `every optional key has a default`() throws {
    let text = "scenario: s\n\(Samples.driver)\nbuilds: { plain: {} }\n\(Samples.stories)"
    let expected = Scenario(
      name: "s", title: "s",
      builds: [
        Build(
          name: "plain",
          origin: .package(
            PackageBuild(
              package: ".", product: "app-driver", configuration: .release, swiftFlags: [])))
      ],
      fixture: [:],
      stories: [
        Story(
          name: "list", title: "list",
          steps: [
            Step(
              verb: "list", expectation: .outcome(facts: ["count": .integer(1)], digest: nil))
          ])
      ],
      runs: 10, timeLimit: .seconds(30))
    #expect(try ScenarioParser.parse(text, file: "f") == expected)
  }

  @Test func `a file may ask for layouts, and one is the default`() throws {
    func layouts(_ line: String) throws -> Int {
      try ScenarioParser.parse(
        Samples.builds("plain: {}", driver: "\(Samples.driver)\n\(line)"), file: "f"
      ).layouts
    }
    #expect(try layouts("layouts: 8") == 8)
    #expect(try layouts("layouts: 1") == 1)
    #expect(try layouts("runs: 2") == 1)
  }

  @Test func `builds and stories keep the order of the file`() throws {
    let builds = try ScenarioParser.parse(
      Samples.builds("z: {}\na: {}\nm: {}"), file: "f"
    ).builds
    #expect(builds.map(\.name) == ["z", "a", "m"])
  }

  @Test(arguments: ["001234", "1234567890123456", "12e45", "4e99999999999999", "0x10", "yes"])
  func `a digest stays as it is written, with and without quotes`(_ digest: String) throws {
    for written in [digest, "\"\(digest)\""] {
      let step = try Samples.step("- list: {}\n  expect: { digest: \(written) }")
      #expect(step?.expectation == .outcome(facts: [:], digest: digest))
    }
  }

  @Test(
    arguments: [
      ("5", .integer(5)), ("-5", .integer(-5)), ("\"5\"", .text("5")), ("'true'", .text("true")),
      ("true", .bool(true)), ("false", .bool(false)), ("5.5", .number(5.5)), ("1.0", .integer(1)),
      ("1e3", .integer(1000)), ("1e20", .number(1e20)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
      ("inf", .text("inf")), ("nan", .text("nan")), ("infinity", .text("infinity")),
      ("local:80", .text("local:80")), ("2015-06-30", .text("2015-06-30")),
      ("!!str 5", .text("5")), ("\"\"", .text("")), ("größer", .text("größer")),
      ("\"null\"", .text("null")), ("a b", .text("a b")), ("[]", .list([])),
      (
        "[a, 5, 5.5, true, \"5\"]",
        .list([.text("a"), .integer(5), .number(5.5), .bool(true), .text("5")])
      ),
    ] as [(String, Scalar)])
  func `a value has YAML's own type, and a quoted one is text`(
    _ written: String, _ value: Scalar
  ) throws {
    let step = try Samples.step("- list: { x: \(written) }\n  expect: { count: 1 }")
    #expect(step?.arguments == ["x": value])
  }

  @Test(arguments: [
    ("yes", Scalar.bool(true)), ("NO", .bool(false)), ("on", .bool(true)), ("010", .integer(8)),
    ("1_000", .integer(1000)), ("127.0.0.1:80", .text("127.0.0.1:80")),
  ])
  func `unquoted words and numbers are read as by YAML 1.1`(
    _ written: String, _ value: Scalar
  ) throws {
    let step = try Samples.step("- list: { x: \(written) }\n  expect: { count: 1 }")
    #expect(step?.arguments == ["x": value])
  }

  @Test(arguments: ["9223372036854775809", "-9223372036854775809", "12345678901234567891"])
  func `a whole number that would be rounded is refused`(_ written: String) throws {
    let problems = #expect(throws: InvalidScenario.self) {
      try Samples.step("- list: { x: \(written) }\n  expect: { count: 1 }")
    }
    #expect(
      problems?.description.contains(
        "'x' is '\(written)'; allowed: a whole number up to 9223372036854775807, or text in quotes."
      ) == true, "\(problems?.description ?? "")")
  }

  @Test(arguments: [
    "1:30", "-1:30", "1:30.5", "1:2:3:4:5:6:7:8:9:1:2:3:4:5:6:7:8:9:1:2:3:4:5",
  ])
  func `a number of base 60 is refused, because most people mean a time`(_ written: String) throws {
    let problems = #expect(throws: InvalidScenario.self) {
      try Samples.step("- list: { x: \(written) }\n  expect: { count: 1 }")
    }
    #expect(
      problems?.description.contains(
        "'x' is '\(written)'; allowed: a number of base 10, or text in quotes.") == true,
      "\(problems?.description ?? "")")
    let runs = #expect(throws: InvalidScenario.self) {
      try ScenarioParser.parse("runs: \(written)\n" + Samples.builds("a: {}"), file: "f")
    }
    #expect(
      runs?.description.contains(
        "f:1:7: 'runs' is '\(written)'; allowed: a whole number from 1 to 10000.") == true,
      "\(runs?.description ?? "")")
  }

  @Test(arguments: [
    ("30 s", Duration.seconds(30)), ("30s", .seconds(30)), ("500 ms", .milliseconds(500)),
    ("2 min", .seconds(120)), ("0.5 s", .milliseconds(500)), ("1.5  min", .seconds(90)),
    ("0.000001 ms", .nanoseconds(1)),
  ])
  func `a time has a number and a unit`(_ written: String, _ duration: Duration) throws {
    let step = try Samples.step("- list: {}\n  time-limit: \(written)\n  expect: { count: 1 }")
    #expect(step?.timeLimit == duration)
  }

  @Test func `an anchored part may be used again`() throws {
    let scenario = try ScenarioParser.parse(
      Samples.stories(
        """
        one:
          steps: &steps
            - list: {}
              expect: { count: 1 }
        two:
          steps: *steps
        """), file: "f")
    #expect(scenario.stories.map(\.steps.count) == [1, 1])
    #expect(scenario.stories.first?.steps == scenario.stories.last?.steps)
  }

  @Test func `names may have letters and digits of any script`() throws {
    let scenario = try ScenarioParser.parse(
      Samples.builds("größer_1.0-β: {}\n書: {}\n2: {}"), file: "f")
    #expect(scenario.builds.map(\.name) == ["größer_1.0-β", "書", "2"])
  }

  @Test func `Windows line ends and a byte order mark do no harm`() throws {
    let text = "scenario: s\n\(Samples.builds)\n\(Samples.stories)\n"
    let plain = try ScenarioParser.parse(text, file: "f")
    let windows = "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
    #expect(try ScenarioParser.parse(windows, file: "f") == plain)
  }

  @Test func `pairs are duets unless the story or else its scenario says otherwise`() throws {
    func arrangement(_ scenario: String, _ story: String) throws -> Scenario.Arrangement {
      let text = """
        scenario: s
        builds: { b: { command: [driver] } }
        \(scenario)
        stories: { s: { \(story) steps: [{ list: {}, expect: { count: 1 } }] } }
        """
      return try ScenarioParser.parse(text, file: "f").arrangement(of: "s")
    }
    #expect(try arrangement("", "") == .duet)
    #expect(try arrangement("arrangement: back-to-back", "") == .backToBack)
    #expect(try arrangement("arrangement: back-to-back", "arrangement: duet,") == .duet)
    #expect(try arrangement("", "arrangement: gang,") == .gang)
  }
}

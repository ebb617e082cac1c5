import DriverProtocol
import Foundation
import Scenarios
import TestSupport
import Testing

/// The inventory in Objective-C is held against the one in Swift, reply by reply.
@Suite struct ObjectiveCTests {
  private static func pair() throws -> DriverPair {
    try DriverPair("inventory-driver", .inventory)
  }

  private static let small: [String: Scalar] = [
    "devices": .integer(300), "users": .integer(7), "loans": .integer(12), "seed": .integer(3),
  ]

  private static let login: [String: Scalar] = [
    "user": .text("alice"), "password": .text("secret"), "server": .text("local"),
  ]

  private static func scenario(_ name: String = "inventory") throws -> Scenario {
    let file = Repository.path("Scenarios/\(name).yml")
    return try ScenarioParser.parse(
      String(contentsOfFile: file, encoding: .utf8), file: file, allowingUnrecorded: true)
  }

  /// Both drivers with the small fixture, and alice connected.
  private static func connected() throws -> DriverPair {
    let pair = try Self.pair()
    #expect(try pair.replies(toFixture: small).objectiveC.ok)
    try pair.step("login", login)
    return pair
  }

  /// The steps of a story and of those before it, each once.
  private static func steps(of story: Story, in scenario: Scenario) -> [Step] {
    var names: [String] = []
    func add(_ story: Story) {
      for name in story.after {
        if let earlier = scenario.stories.first(where: { $0.name == name }) { add(earlier) }
      }
      if !names.contains(story.name) { names.append(story.name) }
    }
    add(story)
    return names.flatMap { name in
      scenario.stories.first { $0.name == name }?.steps ?? []
    }
  }

  @Test(.nightly, arguments: [false, true])
  func `every step of every story has the same outcome in both languages`(
    withFixtureOfScenario: Bool
  ) throws {
    let scenario = try Self.scenario()
    let pair = try Self.pair()
    let prepared = try pair.replies(
      toFixture: withFixtureOfScenario ? scenario.fixture : Self.small)
    #expect(prepared.swift == Reply(ok: true) && prepared.objectiveC == Reply(ok: true))
    for story in scenario.stories {
      for step in Self.steps(of: story, in: scenario) {
        try pair.step(step.verb, step.arguments, times: min(step.repetitions, 2))
      }
    }
  }

  @Test(arguments: [0, 3, 9_007_199_254_740_991])
  func `a fixture has the same rows in both languages`(seed: Int) throws {
    let pair = try Self.pair()
    var fixture = Self.small
    fixture["seed"] = .integer(seed)
    #expect(try pair.replies(toFixture: fixture).objectiveC.ok)
    try pair.step("login", Self.login)
    for device in 1...301 { try pair.step("device", ["device": .integer(device)]) }
    for user in ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"] {
      try pair.step("loans", ["user": .text(user)])
    }
    try pair.step("units")
    try pair.step("list", ["filter": .text("all")])
    try pair.step("pictures")
    try pair.step("rows", ["from": .integer(0), "rows": .integer(400)])
  }

  @Test func `every filter of every unit lists the same in both languages`() throws {
    let pair = try Self.connected()
    for unit in ["all", "IT", "Research", "Sales", "Workshop", "Administration", "Moon"] {
      for filter in ["all", "mine", "available", "not-available"] {
        try pair.step("list", ["filter": .text(filter), "unit": .text(unit)])
      }
    }
  }

  @Test(arguments: [
    ["devices": Scalar.integer(-1)], ["users": .integer(0)], ["devices": .integer(10_000_001)],
    ["devices": .integer(0)], ["devices": .integer(1), "users": .integer(1)],
    ["loans": .integer(-5), "devices": .integer(9)], ["device": .integer(3)], [:],
  ])
  func `both languages accept and refuse the same fixtures`(_ fixture: [String: Scalar]) throws {
    let replies = try Self.pair().replies(toFixture: fixture)
    #expect(replies.swift == replies.objectiveC)
  }

  @Test func `both languages refuse the same steps`() throws {
    let pair = try Self.pair()
    try pair.step("list", ["filter": .text("all")])
    #expect(try pair.replies(toFixture: Self.small).objectiveC.ok)
    try pair.step("list", ["filter": .text("all")])
    try pair.step("lend")
    try pair.step("start")
    try pair.step("edit-login", ["server": .text("local")])
    try pair.step("device", ["device": .integer(4)])
    for (user, password, server, unit) in [
      ("nobody", "secret", "local", "IT"), ("alice", "wrong", "local", "IT"), (" ", "", "", "IT"),
      ("alice", "", "", "IT"), ("alice", "secret", "\t", "IT"), ("alice", "secret", "far", "IT"),
      ("alice", "secret", "local", "Moon"), ("alice", "secret", "local", "Sales"),
    ] {
      try pair.step(
        "login",
        [
          "user": .text(user), "password": .text(password), "server": .text(server),
          "unit": .text(unit),
        ])
    }
    try pair.step("list", ["filter": .text("mien")])
    try pair.step("list", ["filter": .text("all"), "b": .integer(1), "a": .integer(1)])
    try pair.step("device", ["device": .integer(301)])
    try pair.step("device")
    try pair.step("device", ["of": .text("nobody")])
    try pair.step("device-by-code", ["device": .integer(1), "outside": .text("yes")])
    try pair.step("device-by-code", ["device": .integer(1), "outside": .bool(true)])
    try pair.step("language", ["to": .text("fr")])
    try pair.step("units", ["server": .text("far")])
    try pair.step("lend", ["device": .integer(0)])
    try pair.step("return", ["device": .integer(301)])
    try pair.step("loans", ["user": .text("nobody")])
    try pair.step("list", ["filter": .text("not-available")])
    try pair.step("lend")
    try pair.step("device", ["of": .text("available")])
    try pair.step("lend", ["device": .integer(7), "for": .text("nobody")])
    let long = String(repeating: "ü", count: 2001)
    try pair.step("lend", ["device": .integer(50), "comment": .text(long)])
    for (name, location, description) in [
      (" \t", "Room", ""), ("Camera", "", ""), (String(repeating: "ü", count: 101), "Room", ""),
      ("Camera", "Room", String(repeating: long, count: 2)), (" Camera\n", "  Room ", "Ω"),
    ] {
      try pair.step(
        "add",
        [
          "name": .text(name), "location": .text(location), "description": .text(description),
        ])
    }
    try pair.step("fly")
    try pair.step("device", ["device": .integer(1)], times: 0)
  }

  @Test func `devices are lent and returned alike in both languages`() throws {
    let pair = try Self.connected()
    for device in 1...40 {
      if device == 20 { try pair.step("language", ["to": .text("de")]) }
      try pair.step("return", ["device": .integer(device)])
      try pair.step("lend", ["device": .integer(device), "comment": .text("Grüße, 東京")])
      try pair.step("lend", ["device": .integer(device), "for": .text("bob")])
      try pair.step("device", ["device": .integer(device)])
      try pair.step("return", ["device": .integer(device)])
      try pair.step("lend", ["device": .integer(device), "for": .text("carol")])
    }
    try pair.step("menu")
    try pair.step("demo-login")
    try pair.step("rows")
    try pair.step("start")
  }

  @Test func `a step with a different outcome each time is refused as unsteady`() throws {
    let pair = try Self.connected()
    try pair.step("list", ["filter": .text("mine")])
    let request = Request.step(verb: "return", arguments: [:], repetitions: 13)
    let replies = try pair.uncosted(request)
    #expect(replies.swift == replies.objectiveC)
    #expect(replies.objectiveC.error?.code == "unsteady-outcome")
  }

  @Test func `whole numbers that Foundation would round are refused`() throws {
    var fixture = Self.small
    fixture["seed"] = .integer(9_007_199_254_740_993)
    let reply = try Self.pair().replies(toFixture: fixture).objectiveC
    #expect(
      reply.error?.message
        == "The argument 'seed' must be a whole number below 9007199254740992; "
        + "found '9007199254740992'.")
  }

  @Test func `counting is refused without Valgrind and the processor's counters`() throws {
    let pair = try Self.pair()
    #expect(try pair.replies(toFixture: Self.small).objectiveC.ok)
    let step = Request.step(verb: "about", arguments: [:], repetitions: 1, counting: .callgrind)
    let replies = try pair.uncosted(step)
    #expect(replies.swift == replies.objectiveC)
    #expect(replies.objectiveC.error?.code == "not-counted")
  }

  @Test func `a thousand more of each step take hardly any more memory`()
    throws
  {
    let pair = try Self.connected()
    func takeAll() throws {
      for (verb, arguments) in [
        ("list", ["filter": .text("all")]), ("pictures", [:]),
        ("loans", ["user": .text("alice")]),
        ("device", ["device": .integer(1)]), ("device", ["device": .integer(999)]),
        ("return", ["device": .integer(999)]), ("units", [:]), ("about", [:]),
        ("rows", ["from": .integer(0)]), ("menu", [:]),
      ] as [(String, [String: Scalar])] {
        try pair.objectiveCAlone(verb, arguments, times: 1000)
      }
    }
    // What the allocator keeps grows at first.
    try takeAll()
    let before = try pair.residentPages()
    try takeAll()
    // One object of the smallest lost in each call would take 8 pages for each verb.
    #expect(try pair.residentPages() - before < 32)
  }

  @Test func `the stories of both scenarios have the same steps`() throws {
    let stories = try Self.scenario().stories
    for story in try Self.scenario("inventory-languages").stories {
      let own = try #require(stories.first { $0.name == story.name })
      #expect(own.after == story.after)
      #expect(own.steps.map(\.verb) == story.steps.map(\.verb), "\(story.name)")
      #expect(own.steps.map(\.arguments) == story.steps.map(\.arguments), "\(story.name)")
    }
  }

  @Test func `drivers in both languages have the same verbs`() throws {
    let (swift, objectiveC) = try Self.pair().replies(to: .hello(version: 1))
    #expect(swift.verbs.map(Set.init) == objectiveC.verbs.map(Set.init))
    #expect(objectiveC.driver == "inventory-driver-objc" && objectiveC.protocol == 1)
  }

  @Test func `a handicap that would be ignored is refused`() throws {
    let completion = try Completion.of([ObjectiveCDriver.sorting.path(), "--handicap", "2%"])
    #expect(completion.status == 64 && completion.errors.contains("has no --handicap"))
  }

  @Test func `make reports that GNUstep is not installed`() throws {
    let completion = try Completion.of(
      ["/usr/bin/make", "-C", ObjectiveCDriver.inventory.folder], environment: ["PATH": "/nowhere"])
    #expect(completion.status == 2)
    #expect(
      completion.errors.contains(
        "GNUstep is not installed (Debian: apt-get install gobjc libgnustep-base-dev)."))
  }
}

import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct AttributionTests {
  /// Builds by name: their setting, and the CPU time of each round.
  private typealias Builds = KeyValuePairs<String, (CheckSetting, [Double])>

  private static let checked = CheckSetting(optimisation: .speed, traps: true, exclusivity: true)
  private static let debug = CheckSetting(optimisation: .none, traps: true, exclusivity: true)
  private static let noExclusivity = CheckSetting(
    optimisation: .speed, traps: true, exclusivity: false)
  private static let unchecked = CheckSetting(
    optimisation: .unchecked, traps: false, exclusivity: false)
  private static let noTraps = CheckSetting(
    optimisation: .unchecked, traps: false, exclusivity: true)

  private func attribution(
    _ builds: Builds, stories: [String] = ["list"], source: Experiment.Source = .replay,
    compilers: [String: String] = [:]
  ) -> Attribution? {
    let records = builds.map { name, build in
      BuildRecord(
        name: name, recipe: name, compiler: compilers[name],
        checks: BuildChecks(setting: build.0, modules: []))
    }
    let runs = builds.flatMap { name, build in
      build.1.enumerated().flatMap { index, time in
        stories.map { Replay.run($0, on: name, round: index + 1, [.cpuTime: time]) }
      }
    }
    return Attribution(
      ExperimentAnalysis(
        Replay.experiment(stories: stories, builds: records, rounds: 3, source: source),
        runs: runs))
  }

  private func expect(
    _ share: Result<Difference, NoRatio>?, _ point: Double,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let share = try #require(try share?.get(), sourceLocation: place)
    #expect(
      abs(share.estimate.point - point) < 1e-12, "\(share.estimate.point)", sourceLocation: place)
    #expect(share.estimate.lower <= share.estimate.point, sourceLocation: place)
    #expect(share.estimate.point <= share.estimate.upper, sourceLocation: place)
  }

  @Test
  func `builds are recognised by their flags, and each part of the cost compares two of them`()
    throws
  {
    let found = try #require(
      attribution([
        "d": (Self.debug, [900, 1800, 450]), "u": (Self.unchecked, [70, 140, 35]),
        "c": (Self.checked, [100, 200, 50]), "n": (Self.noExclusivity, [90, 180, 45]),
      ]))
    #expect(found.reference == "c")
    #expect(found.parts.map(\.subject) == [.optimiser, .exclusivity, .traps, .allChecks])
    #expect(found.parts.map(\.with) == ["d", "c", "n", "c"])
    #expect(found.parts.map(\.without) == ["c", "n", "u", "u"])
    // Of 100: 800 without the optimiser, 10 for exclusivity, 20 for the other checks, 30 together.
    for (part, share) in zip(found.parts, [8, 0.1, 0.2, 0.3]) {
      try expect(part.stories.first?.share, share)
      try expect(part.overall, share)
    }
  }

  @Test func `builds by another compiler than the reference's are left out`() throws {
    let builds: Builds = [
      "c": (Self.checked, [100, 100, 100]), "old": (Self.unchecked, [90, 90, 90]),
      "u": (Self.unchecked, [70, 70, 70]),
    ]
    let found = try #require(
      attribution(builds, compilers: ["c": "6.3", "old": "6.2", "u": "6.3"]))
    #expect(found.parts.map(\.without) == ["u"])
    try expect(found.parts[0].overall, 0.3)
    #expect(attribution(builds, compilers: ["c": "6.3", "old": "6.2", "u": "6.2"]) == nil)
  }

  @Test func `an unchecked build that keeps exclusivity checks isolates the cost of traps`() throws
  {
    let found = try #require(
      attribution([
        "c": (Self.checked, [100, 100, 100]), "n": (Self.noExclusivity, [90, 90, 90]),
        "t": (Self.noTraps, [75, 75, 75]),
      ]))
    #expect(found.parts.map(\.subject) == [.exclusivity, .traps])
    #expect(found.parts.map(\.with) == ["c", "c"])
    try expect(found.parts.last?.overall, 0.25)
  }

  @Test func `two builds show the cost of all checks together`() throws {
    let found = try #require(
      attribution(["c": (Self.checked, [4, 4, 4]), "u": (Self.unchecked, [3, 3, 3])]))
    #expect(found.parts.map(\.subject) == [.allChecks])
    try expect(found.parts[0].overall, 0.25)
  }

  @Test func `what sends requests says nothing of a server's checks`() throws {
    let records = [("c", Self.checked), ("u", Self.unchecked)].map {
      BuildRecord(name: $0, recipe: $0, checks: BuildChecks(setting: $1, modules: []))
    }
    let runs = (1...3).flatMap { round in
      ["c", "u"].map { Replay.run("list", on: $0, round: round, [.cpuTime: 4]) }
    }
    func hasShares(_ step: String) -> Bool {
      var experiment = Replay.experiment(builds: records, rounds: 3)
      experiment.scenario = """
        scenario: s
        builds: { c: {}, u: {} }
        services: { server: { command: [server, "${port}"] } }
        stories: { list: { steps: [{ \(step) }] } }
        """
      return Attribution(ExperimentAnalysis(experiment, runs: runs)) != nil
    }
    #expect(!hasShares("http: GET /, expect: { status: 200 }"))
    #expect(hasShares("run: [curl, x], expect: { status: 0 }"))
  }

  @Test func `the share of checks is negative if the build is slower without them`() throws {
    let found = try #require(
      attribution([
        "c": (Self.checked, [100, 100, 101]), "u": (Self.unchecked, [110, 110, 111.1]),
      ]))
    try expect(found.parts[0].overall, -0.1)
    #expect(try found.parts[0].overall.get().estimate.upper < 0)
  }

  /// The expected measurements are scipy's: trimmed means, winsorised differences, Student's t; see
  /// Tests/Verdicts/measurements.py.
  @Test func `the parts add up, and each has the error of a difference of two ratios`() throws {
    let checked: [Double] = [100, 101, 99, 100, 102, 98, 100, 103, 97, 100, 101, 99]
    let noExclusivity = zip(checked, [93, 92, 94, 91, 95, 93, 92, 90, 94, 130, 93, 92])
      .map { $0 * $1 / 100 }
    let unchecked = zip(checked, [70, 71, 69, 72, 70, 68, 71, 73, 69, 120, 70, 71])
      .map { $0 * $1 / 100 }
    let found = try #require(
      attribution([
        "c": (Self.checked, checked), "n": (Self.noExclusivity, noExclusivity),
        "u": (Self.unchecked, unchecked),
      ]))
    let shares = try found.parts.map { try $0.overall.get() }
    let expected = [
      (0.07106932728340765, 0.06027626361398285, 0.08186239095283245),
      (0.22303215421862632, 0.20469831065626984, 0.2413659977809828),
      (0.29410148150203397, 0.28290751762541366, 0.3052954453786543),
    ]
    for (share, expected) in zip(shares, expected) {
      #expect(abs(share.estimate.point - expected.0) < 1e-12)
      #expect(abs(share.estimate.lower - expected.1) < 1e-12)
      #expect(abs(share.estimate.upper - expected.2) < 1e-12)
    }
    #expect(
      abs(shares[0].estimate.point + shares[1].estimate.point - shares[2].estimate.point) < 1e-15)
    #expect(shares.allSatisfy { $0.isShown && $0.evidence == .pairs(12) && $0.overRuns == nil })
  }

  @Test
  func `a round in which a check seems to cost more than the whole run does not remove its part`()
    throws
  {
    // Without traps 20, and 130 in one round: what is left of the checked build would be -10.
    let found = try #require(
      attribution([
        "c": (Self.checked, Array(repeating: 100, count: 7)),
        "n": (Self.noExclusivity, [90, 90, 90, 130, 90, 90, 90]),
        "u": (Self.unchecked, [20, 20, 20, 20, 20, 20, 20]),
      ]))
    let traps = try found.parts[1].overall.get()
    #expect(traps.evidence.count == 7 && traps.estimate.point > 0.7 && traps.isShown)
  }

  @Test func `all parts use only the rounds that every build has`() throws {
    var builds: [Run] = []
    for round in 1...8 {
      builds.append(Replay.run("list", on: "c", round: round, [.cpuTime: 100]))
      builds.append(Replay.run("list", on: "n", round: round, [.cpuTime: 90]))
      if round > 1 { builds.append(Replay.run("list", on: "u", round: round, [.cpuTime: 70])) }
    }
    let records = [("c", Self.checked), ("n", Self.noExclusivity), ("u", Self.unchecked)].map {
      BuildRecord(name: $0, recipe: $0, checks: BuildChecks(setting: $1, modules: []))
    }
    let found = try #require(
      Attribution(ExperimentAnalysis(Replay.experiment(builds: records, rounds: 8), runs: builds)))
    #expect(try found.parts.map { try $0.overall.get().evidence.count } == [7, 7, 7])
    #expect(found.fewestRounds == 7 && found.shareCount == 6)
  }

  @Test func `a cost that is below the floor, or from fewer than six rounds, is not shown`() throws
  {
    func share(_ time: Double, rounds: Int) throws -> Difference {
      let found = attribution([
        "c": (Self.checked, Array(repeating: 1000, count: rounds)),
        "u": (Self.unchecked, Array(repeating: time, count: rounds)),
      ])
      return try #require(found).parts[0].overall.get()
    }
    #expect(try share(994, rounds: 6).isShown)
    #expect(try !share(996, rounds: 60).isShown)
    #expect(try !share(500, rounds: 5).isShown)
    // Both shares have the p of six coins, two-sided.
    #expect(try share(994, rounds: 6).pValue == 0.03125)
  }

  @Test
  func
    `each layout counts once, and a cost that layouts do not confirm is attributed to the layout`()
    throws
  {
    func share(_ factors: [Double]) throws -> Difference {
      var runs: [Run] = []
      for round in 0..<16 {
        let time = Double(100 + round / 4)
        for (build, cost) in [("c", time), ("u", time * factors[round % 4])] {
          runs.append(
            Replay.run(
              "list", on: build, round: round + 1, layout: round % 4 + 1, [.cpuTime: cost]))
        }
      }
      let records = [("c", Self.checked), ("u", Self.unchecked)].map {
        BuildRecord(name: $0, recipe: $0, checks: BuildChecks(setting: $1, modules: []))
      }
      let experiment = Replay.experiment(builds: records, rounds: 16, layouts: 4)
      return try #require(Attribution(ExperimentAnalysis(experiment, runs: runs))).parts[0].overall
        .get()
    }
    let held = try share([0.8, 0.82, 0.81, 0.79])
    #expect(abs(held.estimate.point - 0.195) < 1e-12 && held.isShown)
    // Student's t of 0.20, 0.18, 0.19 and 0.21, three degrees.
    #expect(abs(held.estimate.lower - 0.17445739743239132) < 1e-12)
    let scattered = try share([0.7, 1.0, 0.75, 0.99])
    #expect(scattered.finding == .layout)
  }

  @Test func `builds that differ in more than checks are not compared`() {
    var other = Self.unchecked
    other.otherFlags = ["-DX"]
    #expect(attribution(["c": (Self.checked, [1, 1]), "u": (other, [1, 1])]) == nil)
  }

  @Test
  func `costs are attributed only with a fully and a less checked build, and never for an import`()
  {
    #expect(attribution(["n": (Self.noExclusivity, [1]), "u": (Self.unchecked, [1])]) == nil)
    #expect(attribution(["c": (Self.checked, [1])]) == nil)
    #expect(
      attribution(["c": (Self.checked, [1]), "u": (Self.unchecked, [1])], source: .import) == nil)
  }

  @Test func `a story without measurements names the build that lacks them`() throws {
    let found = try #require(
      attribution(["c": (Self.checked, [1, 1]), "u": (Self.unchecked, [])]))
    guard case .failure(let reason) = found.parts[0].stories[0].share else {
      Issue.record("there is a share")
      return
    }
    #expect(reason == .missing(build: "u"))
  }
}

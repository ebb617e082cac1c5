import Analysis
import Comparing
import MetricCatalog
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
    _ builds: Builds, stories: [String] = ["list"], source: Experiment.Source = .replay
  ) -> Attribution? {
    let records = builds.map { name, build in
      BuildRecord(
        name: name, recipe: name, checks: BuildChecks(setting: build.0, modules: []))
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
    _ share: Result<Share, NoRatio>?, _ point: Double, at place: SourceLocation = #_sourceLocation
  ) throws {
    let share = try #require(try share?.get(), sourceLocation: place)
    #expect(abs(share.point - point) < 1e-12, "\(share.point)", sourceLocation: place)
    #expect(share.lower <= share.point, sourceLocation: place)
    #expect(share.point <= share.upper, sourceLocation: place)
  }

  @Test func `builds are known by their flags, and each part is one step between them`() throws {
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

  @Test func `an unchecked build that keeps exclusivity tells the traps by itself`() throws {
    let found = try #require(
      attribution([
        "c": (Self.checked, [100, 100, 100]), "n": (Self.noExclusivity, [90, 90, 90]),
        "t": (Self.noTraps, [75, 75, 75]),
      ]))
    #expect(found.parts.map(\.subject) == [.exclusivity, .traps])
    #expect(found.parts.map(\.with) == ["c", "c"])
    try expect(found.parts.last?.overall, 0.25)
  }

  @Test func `two builds tell of all checks together`() throws {
    let found = try #require(
      attribution(["c": (Self.checked, [4, 4, 4]), "u": (Self.unchecked, [3, 3, 3])]))
    #expect(found.parts.map(\.subject) == [.allChecks])
    try expect(found.parts[0].overall, 0.25)
  }

  @Test func `a build that is slower without checks has a share below 0`() throws {
    let found = try #require(
      attribution([
        "c": (Self.checked, [100, 100, 101]), "u": (Self.unchecked, [110, 110, 111.1]),
      ]))
    try expect(found.parts[0].overall, -0.1)
    #expect(try found.parts[0].overall.get().excludesZero)
    #expect(try found.parts[0].overall.get().upper < 0)
  }

  @Test func `the interval is that of the ratio, turned round`() throws {
    let found = try #require(
      attribution([
        "c": (Self.checked, [100, 100, 100, 100]), "u": (Self.unchecked, [70, 90, 80, 85]),
      ]))
    let share = try found.parts[0].overall.get()
    let ratio = try Sides.ratio([100, 100, 100, 100], [70, 90, 80, 85]).get().estimate
    #expect(abs(share.point - (1 - ratio.point)) < 1e-12)
    #expect(abs(share.lower - (1 - ratio.upper)) < 1e-12)
    #expect(abs(share.upper - (1 - ratio.lower)) < 1e-12)
  }

  @Test func `builds that differ in more than checks are not set against each other`() {
    var other = Self.unchecked
    other.otherFlags = ["-DX"]
    #expect(attribution(["c": (Self.checked, [1, 1]), "u": (other, [1, 1])]) == nil)
  }

  @Test func `without a build with all checks, and in imports, there is nothing to tell`() {
    #expect(attribution(["n": (Self.noExclusivity, [1]), "u": (Self.unchecked, [1])]) == nil)
    #expect(attribution(["c": (Self.checked, [1])]) == nil)
    #expect(
      attribution(["c": (Self.checked, [1]), "u": (Self.unchecked, [1])], source: .import) == nil)
  }

  @Test func `a story without figures says so`() throws {
    let found = try #require(
      attribution(["c": (Self.checked, [1, 1]), "u": (Self.unchecked, [])]))
    guard case .failure(let reason) = found.parts[0].stories[0].share else {
      Issue.record("there is a share")
      return
    }
    #expect(reason == .missing(build: "u"))
  }
}

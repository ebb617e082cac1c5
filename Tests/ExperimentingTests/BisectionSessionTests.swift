import Analysis
import Building
import Experimenting
import Foundation
import Metrics
import Recording
import Running
import Store
import TestSupport
import Testing

@Suite struct BisectionSessionTests {
  private let stage: SessionStage

  init() throws { stage = try SessionStage() }

  /// c0 to c7, each on the one before.
  private let commits = (0..<8).map { place in
    Commit(
      hash: "c\(place)", parents: [place == 0 ? "good" : "c\(place - 1)"], author: "n",
      authoredAt: Date(timeIntervalSince1970: 0), subject: "Change number \(place)")
  }

  private func builder(
    _ stage: SessionStage, unbuilt: Set<String> = [], hash: String = "1f"
  ) -> RecordedBuilds {
    var builder = RecordedBuilds(log: stage.log, hash: hash)
    builder.commits = commits
    builder.unbuilt = unbuilt
    return builder
  }

  /// A search in which the commits from a place on take 5 % more.
  private func result(
    _ stage: SessionStage, from culprit: Int = 5, by factor: Double = 1.05,
    stories: [String] = ["s"], metric: Metric = .cpuTime, rhythms: [String: Rhythm] = [:],
    unbuilt: Set<String> = [], stoppingAfter limit: Int = .max, hash: String = "1f",
    levels: [String: Double]? = nil, file: ScenarioFile? = nil,
    in call: SessionCall = SessionCall(["bisect"], in: "/here"),
    where fails: @escaping @Sendable (PlannedRun) -> Bool = { _ in false }
  ) async throws -> BisectionResult {
    let slower = (culprit..<max(culprit, 8)).map { ("c\($0)", factor) }
    let equipment = stage.equipment(
      stoppingAfter: limit, building: builder(stage, unbuilt: unbuilt, hash: hash),
      slower: levels ?? Dictionary(uniqueKeysWithValues: slower), rhythms: rhythms, where: fails)
    return try await BisectionSession(
      try (file ?? stage.scenario(builds: ["a"])).selecting(stories, []), good: "v1", bad: "main",
      BisectionSettings(metric: metric, seed: 7), store: stage.store, equipment
    ).carryOut(in: call)
  }

  @Test func `bisection finds the culprit, stores pair by pair, and makes each program once`()
    async throws
  {
    let result = try await result(stage)
    #expect(result.culprits == [commits[5]])
    #expect(result.outcome == .passed && result.story == "s")
    #expect(
      result.finding?.effects.map(result.layoutCheck(of:))
        == [.notChecked("a bisection counts none")])
    #expect(result.ends.map(\.isShown) == [true])
    let lines = stage.log.lines
    #expect(Array(lines.prefix(3)) == ["history v1..main", "build good", "build c7"])
    #expect(lines.last == "put away")
    let builds = lines.filter { $0.hasPrefix("build ") }
    #expect(Set(builds).count == builds.count)
    let pairs = lines.filter { $0.hasPrefix("pair") }
    #expect(pairs == pairs.indices.map { "pair s \($0 + 1), \(2 * $0) stored" })
    let experiment = try stage.store.experiment("latest")
    #expect(experiment.completedAt != nil && experiment.rounds == pairs.count)
    #expect(
      experiment.decision?.culprit == Decision.Culprit(story: "s", commit: "c5", parent: "c4"))
    let explainable = try ExplainableComparison("latest", in: stage.store)
    #expect(explainable.stories == ["s"])
    #expect(experiment.builds.map { "build \($0.name)" } == builds)
    // Every commit is told of once.
    #expect(stage.log.notes.count { $0.hasSuffix("left.") } == builds.count - 2)
  }

  @Test func `of several stories the search picks one that changed, and says which`() async throws {
    let result = try await result(stage, stories: [])
    #expect(result.ends.map(\.story) == ["s", "t"])
    #expect(result.culprits == [commits[5]])
    // Both changed alike: which is chosen is told, and how to choose the other.
    #expect(stage.log.notes.contains { $0.hasPrefix("Searching by the story '") })
  }

  /// The costs of c0 to c7 beside the good end.
  @Test(arguments: [
    [1, 1, 1.03, 1.03, 1, 1, 1.0165, 1.0165], [1, 1.04, 1.04, 1.01, 1.01, 1.01, 1.01, 1.03],
    [1.02, 0.99, 0.99, 1.05, 1.05, 1.02, 1.02, 1.02],
    [1.02, 1.02, 1.05, 1.05, 1.05, 1.09, 1.09, 1.09],
  ])
  func `the named culprits fit all measurements, or the result says that they do not`(
    _ costs: [Double]
  ) async throws {
    let levels = costs.enumerated().map { ("c\($0)", $1) }
    let result = try await result(stage, levels: Dictionary(uniqueKeysWithValues: levels))
    let named = result.culprits.compactMap { commits.firstIndex(of: $0) }
    let steps = named.map { ($0, log(costs[$0] / ($0 == 0 ? 1 : costs[$0 - 1]))) }
    guard let largest = steps.map({ abs($0.1) }).max() else {
      #expect(result.outcome != .passed)
      return
    }
    let distances = costs.indices.map { place in
      abs(log(costs[place]) - steps.filter { $0.0 <= place }.map(\.1).reduce(0, +))
    }
    let farthest = try #require(distances.max())
    #expect((result.outcome == .passed) == (result.misfit == nil))
    if result.misfit == nil {
      #expect(farthest < largest / 3 + 0.006)
    } else {
      #expect(farthest > largest / 3 - 0.006)
    }
  }

  @Test func `a large change that was reverted does not hide the small one between the ends`()
    async throws
  {
    let costs = [1, 1.09, 1.09, 1, 1, 1, 1.02, 1.02]
    let levels = costs.enumerated().map { ("c\($0)", $1) }
    let result = try await result(stage, levels: Dictionary(uniqueKeysWithValues: levels))
    let isNamed = result.culprits.contains(commits[6])
    #expect(isNamed || result.misfit?.visit.place == 7 && result.outcome == .inconclusive)
  }

  @Test func `if the ends do not differ, bisection searches for nothing`() async throws {
    let result = try await result(stage, from: 8)
    #expect(result.finding == nil && result.outcome == .notComparable)
    #expect(result.ends.map(\.pairs) == [60])
    #expect(!stage.log.lines.contains("build c3"))
  }

  @Test func `bisection skips and reports commits that do not build or that crash`() async throws {
    let result = try await result(stage, unbuilt: ["c4"]) { $0.build == "c3" }
    #expect(result.culprits.isEmpty && result.outcome == .inconclusive)
    #expect(result.analysis.experiment.decision?.culprit == nil)
    #expect(result.finding?.kind == .range([3, 4, 5]))
    let skipped = result.visited.filter { $0.failure != nil }.map(\.place)
    #expect(skipped == [3, 4])
    #expect(
      stage.log.notes.contains {
        $0.contains("c4 Change number 4: skipped, because it does not build")
      })
    // As rows of the store, so that they are not tried again.
    let failed = try stage.runs().filter { !$0.passed }
    #expect(Set(failed.map(\.build)) == ["c3", "c4"])
  }

  @Test func `if an end does not build or run, bisection is refused`() async throws {
    let unbuilt = await #expect(throws: Refusal.self) {
      try await result(stage, unbuilt: ["c7"])
    }
    #expect(unbuilt?.kind == .outcome(.appFailed))
    let failing = await #expect(throws: Refusal.self) {
      try await result(stage) { $0.build == "good" }
    }
    #expect(failing?.kind == .outcome(.appFailed))
    #expect(
      failing?.description
        == "The good end, good, can't be measured: 's' failed there. It failed. Name an end that works "
        + "with the scenario as it is now, or another story (--story).")
  }

  @Test func `an interrupted bisection resumes after its last pair, with the same result`()
    async throws
  {
    let whole = try await result(SessionStage())
    let half = try await result(stage, stoppingAfter: 5)
    #expect(half.outcome == .interrupted && half.finding == nil)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    #expect(try resumption.runs == 12)
    let next = try SessionStage(after: stage)
    let finished = try await result(next, in: resumption.call)
    #expect(finished.culprits == [commits[5]])
    // How many pairs a visit takes is chosen by how long builds and pairs took.
    #expect(finished.visited.map(\.place) == whole.visited.map(\.place))
    // Both ends by the commits that they were.
    #expect(next.log.lines.first == "history good..c7")
    #expect(next.log.lines.first { $0.hasPrefix("pair") } == "pair s 7, 12 stored")
    #expect(try stage.store.experiments().count == 1)
    #expect(try Resumption(nil, in: next.store) == nil)
  }

  @Test func `a finished bisection that is resumed names the same commit, and makes no pair`()
    async throws
  {
    let whole = try await result(stage)
    let runs = try stage.runs().count
    let resumption = try #require(try Resumption("1", in: stage.store))
    #expect(try resumption.isFinished && resumption.outcome == nil)
    let next = try SessionStage(after: stage)
    let again = try await result(next, in: resumption.call)
    #expect(again.culprits == whole.culprits && again.outcome == .passed)
    #expect(!next.log.lines.contains { $0.hasPrefix("pair") })
    #expect(try next.runs().count == runs)
  }

  @Test func `resuming is refused if a commit now makes another program`() async throws {
    _ = try await result(stage, stoppingAfter: 5)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    let next = try SessionStage(after: stage)
    let refusal = await #expect(throws: Refusal.self) {
      try await result(next, hash: "2f", in: resumption.call)
    }
    #expect(refusal?.kind == .outcome(.notComparable))
  }

  @Test
  func `bisection refuses a metric that pairs do not measure, before or after the first pair`()
    async throws
  {
    for metric in [Metric.instructions, .allocations, .retainedBytes] {
      let refusal = await #expect(throws: Refusal.self) { try await result(stage, metric: metric) }
      #expect(refusal?.description.contains("'\(metric.id)', which pairs don't measure") == true)
    }
    let missing = await #expect(throws: Refusal.self) {
      try await result(stage, metric: .minorFaults)
    }
    #expect(
      missing?.description
        == "'s' has pairs without a value of 'minor-faults' above 0, so there is no ratio to search by; "
        + "there are measurements of peak-anonymous-memory, cpu-time.")
    #expect(stage.log.lines.count { $0.hasPrefix("pair") } == 1)
  }

  @Test func `a search for errors is refused before anything is built, with what finds them`()
    async throws
  {
    let refusal = await #expect(throws: Refusal.self) { try await result(stage, metric: .errors) }
    #expect(
      refusal?.description
        == "--metric is 'errors'. Many runs have none, and a search needs the ratio of each pair. 'git "
        + "bisect run' with 'rehearse check --against' finds a commit with more of them; or search by "
        + "'cpu-time'.")
    #expect(stage.log.lines == [])
  }

  @Test func `a search ends if one pair of the ends has a 0, instead of leaving that pair out`()
    async throws
  {
    let refusal = await #expect(throws: Refusal.self) {
      try await result(stage, levels: ["c7": 1.05, "c7 4": 0])
    }
    #expect(
      refusal?.description
        == "'s' has pairs without a value of 'cpu-time' above 0, so there is no ratio to search by; "
        + "there are measurements of peak-anonymous-memory.")
  }

  @Test func `a commit with a 0 in some pairs is skipped, and none is named by its other pairs`()
    async throws
  {
    var levels = ["c5": 1.05, "c6": 1.05, "c7": 1.05]
    for round in stride(from: 2, through: 600, by: 2) { levels["c4 \(round)"] = 0 }
    let result = try await result(stage, levels: levels)
    #expect(result.finding?.kind == .range([4, 5]))
    #expect(
      result.visited.compactMap(\.failure).map(\.message)
        == ["It has pairs without a value of 'cpu-time' above 0."])
  }

  @Test(arguments: [
    // Of the good end and of the bad one. Several CPUs on one of them, whichever it is.
    (Metric.wallTime, 2.0, 2.0, "in turns: s" as String?), (.wallTime, 2.0, 1.0, "in turns: s"),
    (.wallTime, 1.0, 2.0, "in turns: s"), (.wallTime, 1.0, 1.0, nil),
    // What sleeps goes on sleeping while the other side runs.
    (.wallTime, 2.0, 0.2, nil), (.wallTime, 0.2, 2.0, nil), (.cpuTime, 2.0, 2.0, nil),
  ])
  func `a search by elapsed time makes pairs in turns if an end uses several CPUs and none waits`(
    _ metric: Metric, _ good: Double, _ bad: Double, _ expected: String?
  ) async throws {
    let rhythms = [
      "s good": Rhythm(cpu: good * 1e8, wall: 1e8), "s c7": Rhythm(cpu: bad * 1e8, wall: 1e8),
    ]
    if metric == .wallTime {
      // There is none in recorded runs.
      let missing = await #expect(throws: Refusal.self) {
        try await result(stage, metric: metric, rhythms: rhythms)
      }
      let words = "'s' has pairs without a value of 'wall-time'"
      #expect(missing?.description.hasPrefix(words) == true)
    } else {
      _ = try await result(stage, metric: metric, rhythms: rhythms)
    }
    #expect(stage.log.lines.first { $0.hasPrefix("in turns") } == expected)
  }

  @Test(arguments: [
    (0.4, 0.4, nil as String?), (0.2, 0.5, nil), (0.3, 0.52, "82"), (1.5, 1.5, "300"),
  ])
  func `a search lets many users come to one side after the other if their services are busy`(
    _ good: Double, _ bad: Double, _ percent: String?
  ) async throws {
    _ = try await result(
      stage, stories: ["many"], rhythms: rhythms(ofUsers: good, bad),
      file: stage.scenarioOfUsers(builds: ["a"]))
    let expected = percent.map {
      "many apart, because both sides' services together would need \($0) % of the CPU that they share"
    }
    // Of all pairs, those of commits between the ends, too.
    let told = stage.log.lines.filter { $0.hasPrefix("many apart") }
    #expect(Set(told) == Set([expected].compactMap(\.self)))
    #expect(expected == nil || told.count == stage.log.lines.count { $0 == "close" })
  }

  @Test func `a resumed search makes pairs as before, however busy services are`() async throws {
    let file = try stage.scenarioOfUsers(builds: ["a"])
    _ = try await result(
      stage, stories: ["many"], rhythms: rhythms(ofUsers: 1.5, 1.5), stoppingAfter: 5, file: file)
    let resumption = try #require(try Resumption(nil, in: stage.store))
    let next = try SessionStage(after: stage)
    _ = try await result(
      next, stories: ["many"], rhythms: rhythms(ofUsers: 0.1, 0.1), file: file, in: resumption.call)
    let told = next.log.lines.filter { $0.hasPrefix("many apart") }
    #expect(!told.isEmpty && told.count == next.log.lines.count { $0 == "close" })
  }

  /// How many CPUs the services of the story `many` keep busy at both ends.
  private func rhythms(ofUsers good: Double, _ bad: Double) -> [String: Rhythm] {
    [
      "many good": Rhythm(cpu: good * 1e8, wall: 1e8, isOfUsers: true),
      "many c7": Rhythm(cpu: bad * 1e8, wall: 1e8, isOfUsers: true),
    ]
  }

  @Test func `if stories can not be traced, a note says what goes unnoticed`() async throws {
    _ = try await result(stage, from: 8)
    #expect(
      stage.log.notes.contains(
        "The stories can't be traced here (that takes strace), so it goes unnoticed if a program changes its "
          + "priority, scheduling class or CPUs: then pairs share a CPU unequally."))
  }
}

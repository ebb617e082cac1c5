import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

@testable import Experimenting

struct JudgedExperimentTests {
  /// Pairs of `a` and `b`: each story's candidate takes so many times as long as its baseline; nil for a story
  /// without runs.
  private func result(
    _ stories: KeyValuePairs<String, Double?>, for purpose: Decision.Purpose,
    pairs: Int = 12, rule: DecisionRule = .standard, isComplete: Bool = true
  ) throws -> JudgedExperiment {
    var experiment = Replay.experiment(
      stories: stories.map(\.key), builds: Replay.builds("a", "b"), rounds: 30)
    experiment.completedAt = isComplete ? experiment.startedAt : nil
    experiment.decision = Decision(purpose: purpose, baseline: "a", candidate: "b", rule: rule)
    let runs = stories.flatMap { story, factor -> [Run] in
      guard let factor else { return [] }
      return (1...pairs).flatMap { round in
        // The same on every machine; its mean is 0 over three rounds.
        let noise = 1 + Double(round % 3 - 1) / 1000
        return [("a", 1e8), ("b", 1e8 * factor * noise)].map { build, time in
          Replay.run(story, on: build, kind: .duet, round: round, [.cpuTime: time])
        }
      }
    }
    return try #require(try JudgedExperiment(ExperimentAnalysis(experiment, runs: runs)))
  }

  @Test(arguments: [
    (Decision.Purpose.comparison, Outcome.notComparable), (.check, .regression),
    (.strictCheck, .regression),
  ])
  func `a regression hides a cell that can't be compared only where it fails`(
    _ purpose: Decision.Purpose, _ outcome: Outcome
  ) throws {
    let result = try result(["s": 1.5, "t": nil], for: purpose)
    #expect(result.judgement.gated.map(\.outcome.verdict) == [.regressed, nil])
    #expect(result.outcome == outcome && result.judgement.outcome == .regression)
  }

  @Test(arguments: [Decision.Purpose.comparison, .check, .strictCheck])
  func `measurements that have not ended decide nothing, whatever they show`(
    _ purpose: Decision.Purpose
  ) throws {
    for slower in [1, 1.5] {
      let stories: KeyValuePairs = ["s": slower, "t": nil]
      let result = try result(stories, for: purpose, rule: .adaptive, isComplete: false)
      #expect(result.outcome == .interrupted)
      #expect(result.judgement.missing == .end)
      let complete = try self.result(stories, for: purpose, rule: .adaptive)
      #expect(complete.outcome != .interrupted && complete.judgement.missing == nil)
    }
  }

  @Test func `a stored gate that is refused by now is named, with a remedy`() throws {
    var experiment = Replay.experiment(builds: Replay.builds("a", "b"))
    experiment.number = 3
    experiment.scenario = """
      scenario: e
      builds: { a: { command: [./a] }, b: { command: [./b] } }
      stories: { list: { steps: [{ work: {}, expect: { count: 1 } }] } }
      gates:
      - { metric: peak-cpu, steps: true }
      """
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.invocation = Invocation(
      id: UUID(), arguments: ["check", "s.yml"], folder: "/", scenario: "/s.yml", part: 1, parts: 1)
    let analysis = ExperimentAnalysis(experiment, runs: [])
    let refusal = #expect(throws: Refusal.self) { try JudgedExperiment(analysis) }
    #expect(
      refusal?.description == """
        Experiment 3 (e) can't be judged, because this version refuses the scenario that is stored with it:
        the stored scenario:5:30: 'steps' of 'peak-cpu', which only whole stories have; allowed: false.
        'rehearse show 3 --metrics' shows what was measured. To judge, mend that in the scenario file, and \
        measure anew: rehearse check s.yml.
        """)
  }

  @Test(
    arguments: [
      ("", []), ("after: [login], ", ["login"]), ("after: [login, start], ", ["login", "start"]),
    ] as [(String, [String])])
  func `requests before the stories of users are told to have no latency`(
    _ after: String, _ earlier: [String]
  ) throws {
    var experiment = Replay.experiment(
      stories: ["many"], builds: Replay.builds("a", "b"), rounds: 12)
    experiment.completedAt = experiment.startedAt
    experiment.scenario = """
      scenario: e
      builds: { a: {}, b: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        start: { steps: [{ http: GET /, expect: { status: 200 } }] }
        login: { steps: [{ http: POST /session, expect: { status: 201 } }] }
        list: { \(after)steps: [{ http: GET /list, expect: { status: 200 } }] }
        many: { users: { arrivals: 20/s, for: 5 s, stories: { list: 1 } } }
      gates: [{ metric: latency-p50, stories: [many] }]
      """
    experiment.decision = Decision(
      purpose: .comparison, baseline: "a", candidate: "b", rule: .standard)
    func notes(_ metric: Metric) throws -> [String] {
      let runs = (1...12).flatMap { round -> [Run] in
        let noise = 1 + Double(round % 3 - 1) / 1000
        return [("a", 1e6), ("b", 1e6 * noise)].map { build, value in
          Replay.run("many", on: build, kind: .duet, round: round, [metric: value])
        }
      }
      return try #require(try JudgedExperiment(ExperimentAnalysis(experiment, runs: runs))).notes
    }
    let note = "Latencies of 'many' leave out requests of stories that come before: "
    #expect(
      try notes(.latencyP50)
        == (earlier.isEmpty ? [] : [note + earlier.joined(separator: ", ") + "."]))
    #expect(try notes(.cpuTime) == [])
  }

  @Test func `a check says if so few pairs were asked for that it could not fail`() throws {
    func notes(
      _ factor: Double, _ pairs: Int, for purpose: Decision.Purpose = .check,
      rule: DecisionRule = .standard
    ) throws -> [String] {
      try result(["s": factor, "t": factor], for: purpose, pairs: pairs, rule: rule).notes
    }
    // The signed rank of n pairs has no p below 2⁻ⁿ, and two cells have 0.5 % each.
    let names = "cpu-time of s, cpu-time of t"
    let note = "\(names): too few pairs to show growth, however large; 8 would do (--pairs 8)."
    #expect(try notes(1, 7) == [note])
    #expect(try notes(2, 7) == [note])
    #expect(try notes(1, 8) == [])
    #expect(try notes(1, 7, for: .comparison) == [])
    // Those that a look settled would have got more.
    #expect(try notes(1, 7, rule: .adaptive) == [])
    // But for lack of time.
    let short = DecisionRule(interims: try InterimSchedule(pairs: [7]))
    #expect(try notes(1, 7, rule: short) == [note])
    #expect(try notes(1, 8, rule: DecisionRule(interims: InterimSchedule(pairs: [8]))) == [])
    // More were to come.
    #expect(try result(["s": 1, "t": 1], for: .check, pairs: 7, isComplete: false).notes == [])
  }
}

import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

struct AnchoredHistoryTests {
  /// Noise of about 0.3 %, its mean 0.
  private static let wobble = [0.3, -0.2, 0.1, -0.4, 0.2, -0.1, 0.4, -0.3, 0.05, -0.05]

  /// A comparison of ten pairs: `commit` against `baseline`, `percent` slower, on a machine whose
  /// speed is another one each time.
  private func comparison(
    _ number: Int, _ commit: String, against baseline: String, _ percent: Double,
    machine: Environment = Replay.machine(), recipe: String = "swift build",
    dirty: Bool = false
  ) throws -> (experiment: Experiment, judgement: Judgement) {
    var experiment = Replay.experiment(
      number: Int64(number), builds: [baseline, "work tree"], rounds: 10, commit: commit,
      isDirty: dirty, environment: machine)
    experiment.builds = [(baseline, baseline, false), ("work tree", commit, dirty)].map {
      BuildRecord(
        name: $0.0, recipe: recipe,
        revision: Revision(commit: $0.1, branch: nil, committedAt: .distantPast, isDirty: $0.2))
    }
    experiment.decision = Decision(
      purpose: .check, baseline: baseline, candidate: "work tree", rule: .standard)
    let speed = 1e8 * (1 + 0.37 * Double(number % 5))
    var runs: [Run] = []
    for (round, wobble) in Self.wobble.enumerated() {
      let factor = (1 + percent / 100) * (1 + wobble / 100)
      for (build, cost) in [(baseline, speed), ("work tree", speed * factor)] {
        runs.append(
          Replay.run("list", on: build, kind: .duet, round: round + 1, [.cpuTime: cost]))
      }
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    return (
      experiment,
      try Judgement(
        analysis, baseline: baseline, candidate: "work tree", gates: [Gate(metric: .cpuTime)])
    )
  }

  /// Eight commits against v1; from the fifth on 3 % slower.
  private func eight(
    machine: (Int) -> Environment = { _ in Replay.machine() }
  ) throws -> [(experiment: Experiment, judgement: Judgement)] {
    try (1...8).map {
      try comparison(
        $0, "c\($0)", against: "v1", ($0 < 5 ? 1 : 4) + 0.05 * Double($0 % 3), machine: machine($0))
    }
  }

  private func series(
    _ judged: [(experiment: Experiment, judgement: Judgement)]
  ) throws -> AnchoredSeries {
    try #require(AnchoredHistory(of: judged, metric: .cpuTime)?.series.first)
  }

  private func steps(_ series: AnchoredSeries) -> [Int64?] {
    series.points.filter { $0.step != nil }.map(\.experiment.number)
  }

  @Test func `a step stands at the comparison with which it begins, with its size`() throws {
    let series = try series(eight().shuffled())
    #expect(series.story == "list" && series.points.map(\.experiment.number) == (1...8).map { $0 })
    #expect(steps(series) == [5])
    let ratio = try #require(series.points[4].step?.ratio)
    #expect(abs(ratio.point - 1.04 / 1.01) < 0.002)
    #expect(ratio.lower > 1.02 && ratio.upper < 1.04)
  }

  @Test func `another machine and a newer compiler are marked, and make no step`() throws {
    var judged = try (1...10).map {
      try comparison(
        $0, "c\($0)", against: "v1", 0.1 * Double($0 % 2),
        machine: Replay.machine($0 < 6 ? "CPU A" : "CPU B", processors: $0 < 6 ? 2 : 64))
    }
    for index in 3..<10 { judged[index].experiment.builds[1].compiler = "newer" }
    judged[2].experiment.builds[1].compiler = "older"
    let series = try series(judged)
    #expect(steps(series).isEmpty)
    #expect(
      series.points.map { $0.breaks.contains(where: \.isOfMachine) }.firstIndex(of: true) == 5)
    #expect(series.points.map { $0.breaks.contains(where: \.isOfBuild) }.firstIndex(of: true) == 3)
  }

  @Test func `a step where the machine changed says so`() throws {
    let series = try series(
      eight { Replay.machine(architecture: $0 < 5 ? "x86_64" : "aarch64") })
    #expect(steps(series) == [5])
    #expect(
      series.points[4].breaks.map(\.description) == [
        "the architecture was x86_64, and is aarch64"
      ])
  }

  @Test func `a later anchor is tied to the earlier one by one comparison of both`() throws {
    // v2 is 10 % slower than v1; commits against either are as v2.
    let judged =
      try (1...4).map { try comparison($0, "c\($0)", against: "v1", 10) }
      + [try comparison(5, "v2", against: "v1", 10)]
      + (6...9).map { try comparison($0, "c\($0)", against: "v2", 0) }
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    #expect(history.anchor.name == "v2 (v2)" && history.earlier.map(\.name) == ["v1 (v1)"])
    #expect(history.unlinked.isEmpty)
    let points = history.series[0].points
    #expect(steps(history.series[0]).isEmpty && points.count == 9)
    #expect(points.allSatisfy { abs($0.ratio.point - 1) < 0.002 })
    // The chain's own interval is in those that came over it: variances add up.
    let width = { (point: AnchoredPoint) in log(point.ratio.upper / point.ratio.lower) }
    #expect(abs(width(points[0]) / width(points[8]) - 2.0.squareRoot()) < 0.05)
    #expect(
      points.map(\.measuredAgainst.name).prefix(5) == Array(repeating: "v1 (v1)", count: 5)[...])
  }

  @Test func `baselines that nothing ties to the anchor are left out, and named`() throws {
    let judged =
      try (1...3).map { try comparison($0, "c\($0)", against: "v1", 50) }
      + (4...6).map { try comparison($0, "c\($0)", against: "v2", 0) }
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    #expect(history.series[0].points.map(\.experiment.number) == [4, 5, 6])
    #expect(history.unlinked.map(\.name) == ["v1 (v1)"])
  }

  @Test func `the same commit by another recipe is another anchor`() throws {
    let judged = [
      try comparison(1, "c1", against: "v1", 0, recipe: "debug"),
      try comparison(2, "c2", against: "v1", 0), try comparison(3, "c3", against: "v1", 0),
    ]
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    #expect(history.series[0].points.map(\.experiment.number) == [2, 3])
  }

  @Test
  func `comparisons with a baseline of their own each, or of no known commit, are no history`()
    throws
  {
    let own = try (1...4).map { try comparison($0, "x\($0)", against: "v\($0)", 0) }
    #expect(try AnchoredHistory(of: own, metric: .cpuTime) == nil)
    var unknown = try eight()
    for index in unknown.indices { unknown[index].experiment.builds[0].revision = nil }
    #expect(try AnchoredHistory(of: unknown, metric: .cpuTime) == nil)
    #expect(try AnchoredHistory(of: eight(), metric: .wallTime) == nil)
  }
}

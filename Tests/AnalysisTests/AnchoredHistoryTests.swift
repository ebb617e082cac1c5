import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

struct AnchoredHistoryTests {
  private func comparison(
    _ number: Int, _ commit: String, against baseline: String, _ percent: Double,
    machine: Environment = Replay.machine(), recipe: String = "swift build"
  ) throws -> (experiment: Experiment, judgement: Judgement) {
    let (experiment, runs) = Replay.check(
      number, commit, against: baseline, percent, machine: machine, recipe: recipe)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: baseline, candidate: "work tree",
      gates: [Gate(metric: .cpuTime)])
    return (experiment, judgement)
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

  /// A check that found the commit to be the same program as `baseline`, and measured nothing.
  private func proven(
    _ number: Int, _ commit: String, against baseline: String
  ) throws -> (experiment: Experiment, judgement: Judgement) {
    var (experiment, _) = try comparison(number, commit, against: baseline, 0)
    experiment.decision?.proof = Decision.Proof(kind: .program, hash: "5e", differing: [])
    return try unmeasured(experiment, .cpuTime, against: baseline)
  }

  /// Judges a check without runs by a gate on a metric.
  private func unmeasured(
    _ experiment: Experiment, _ metric: Metric, against baseline: String = "v1"
  ) throws -> (experiment: Experiment, judgement: Judgement) {
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: []), baseline: baseline, candidate: "work tree",
      gates: [Gate(metric: metric)])
    return (experiment, judgement)
  }

  private func series(
    _ judged: [(experiment: Experiment, judgement: Judgement)]
  ) throws -> AnchoredSeries {
    try #require(AnchoredHistory(of: judged, metric: .cpuTime)?.series.first)
  }

  private func steps(_ series: AnchoredSeries) -> [Int64?] {
    series.points.filter { $0.step != nil }.map(\.experiment.number)
  }

  @Test func `a step is placed at the comparison with which it begins, with its size`() throws {
    let series = try series(eight().shuffled())
    #expect(series.story == "list" && series.points.map(\.experiment.number) == (1...8).map { $0 })
    #expect(steps(series) == [5])
    let ratio = try #require(series.points[4].step?.ratio)
    #expect(abs(ratio.point - 1.04 / 1.01) < 0.002)
    #expect(ratio.lower > 1.02 && ratio.upper < 1.04)
  }

  @Test func `a slow regression is shown as steps, although no commit costs as much as one`() throws
  {
    // Each costs 0.1 % more than the one before, which is a fifth of the smallest step.
    let series = try series(
      (1...40).map { try comparison($0, "c\($0)", against: "v1", 0.1 * Double($0)) })
    let ratios = series.points.compactMap { $0.step?.ratio.point }
    #expect(ratios.count > 1 && ratios.allSatisfy { $0 > 1.005 })
    #expect(ratios.reduce(1, *) > 1.02 && ratios.reduce(1, *) < 1.04)
  }

  @Test func `a new machine or a newer compiler is marked, but makes no step`() throws {
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

  @Test func `a step that coincides with a change of machine names that change`() throws {
    let series = try series(
      eight { Replay.machine(architecture: $0 < 5 ? "x86_64" : "aarch64") })
    #expect(steps(series) == [5])
    #expect(
      series.points[4].breaks.map(\.description) == [
        "the architecture was x86_64, and is aarch64"
      ])
  }

  @Test func `one comparison of two anchors links the history of the earlier to the later`() throws
  {
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

  @Test func `a baseline that no comparison links to the anchor is left out and named`() throws {
    let judged =
      try (1...3).map { try comparison($0, "c\($0)", against: "v1", 50) }
      + (4...6).map { try comparison($0, "c\($0)", against: "v2", 0) }
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    #expect(history.series[0].points.map(\.experiment.number) == [4, 5, 6])
    #expect(history.unlinked.map(\.name) == ["v1 (v1)"])
  }

  @Test func `a build that is proven the same as the anchor has the ratio 1 and its proof`() throws
  {
    let judged =
      try (1...4).map { try proven($0, "c\($0)", against: "v1") }
      + (5...8).map { try comparison($0, "c\($0)", against: "v1", 3) }
    let series = try series(judged)
    #expect(series.points.map(\.proof?.hash) == ["5e", "5e", "5e", "5e", nil, nil, nil, nil])
    #expect(series.points[0].ratio == series.points[3].ratio)
    let ratio = series.points[0].ratio
    #expect(ratio.point == 1 && ratio.lower == 1 && ratio.upper == 1)
    #expect(steps(series) == [5])
  }

  @Test func `a proof also counts for a metric without a gate if other comparisons measured it`()
    throws
  {
    var judged = try [1, 2].map { try comparison($0, "c\($0)", against: "v1", 1) }
    var (experiment, _) = try proven(3, "c3", against: "v1")
    experiment.decision?.proof?.kind = .files
    judged.append(try unmeasured(experiment, .peakMemory))
    #expect(try series(judged).points.map(\.proof?.kind) == [nil, nil, .files])
    // Alone it says nothing of a metric that nobody measured.
    #expect(try AnchoredHistory(of: Array(judged.suffix(1)), metric: .cpuTime) == nil)
  }

  @Test func `a story that is proven the same by itself has the ratio 1 and its proof`() throws {
    let judged = try [1, 2].map { try comparison($0, "c\($0)", against: "v1", 1) }
    var (experiment, _) = try comparison(3, "c3", against: "v1", 0)
    experiment.decision?.storyProofs = [
      "list": Decision.Proof(kind: .inputs, hash: "5e", differing: [])
    ]
    // A proof counts for a metric without a gate, too.
    for metric in [Metric.cpuTime, .peakMemory] {
      let points = try series(judged + [unmeasured(experiment, metric)]).points
      #expect(points.map(\.proof?.hash) == [nil, nil, "5e"], "\(metric.id)")
      #expect(points[2].ratio.point == 1 && points[2].ratio.lower == points[2].ratio.upper)
    }
  }

  @Test func `the same work says nothing of a metric without a gate`() throws {
    let judged = try [1, 2].map { try comparison($0, "c\($0)", against: "v1", 1) }
    var (experiment, _) = try comparison(3, "c3", against: "v1", 0)
    experiment.decision?.storyProofs = [
      "list": Decision.Proof(kind: .work, hash: "5e", differing: [])
    ]
    for (metric, count) in [(Metric.cpuTime, 3), (.peakMemory, 2)] {
      let points = try series(judged + [unmeasured(experiment, metric)]).points
      #expect(points.count == count, "\(metric.id)")
    }
  }

  @Test func `a proof links two anchors without adding an error`() throws {
    let judged =
      try (1...3).map { try comparison($0, "c\($0)", against: "v1", 2) }
      + [try proven(4, "v2", against: "v1")]
      + (5...7).map { try comparison($0, "c\($0)", against: "v2", 2) }
    let points = try series(judged).points
    let width = { (point: AnchoredPoint) in log(point.ratio.upper / point.ratio.lower) }
    #expect(points.count == 7 && points[3].ratio.point == 1)
    #expect(abs(width(points[0]) / width(points[6]) - 1) < 1e-9)
  }

  @Test func `the same commit built by another recipe is another anchor`() throws {
    let judged = [
      try comparison(1, "c1", against: "v1", 0, recipe: "debug"),
      try comparison(2, "c2", against: "v1", 0), try comparison(3, "c3", against: "v1", 0),
    ]
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    #expect(history.series[0].points.map(\.experiment.number) == [2, 3])
  }

  @Test
  func `comparisons that share no baseline, or whose commit is unknown, make no history`()
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

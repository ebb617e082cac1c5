import Foundation
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Analysis

struct BranchTrendTests {
  private typealias Judged = (experiment: Experiment, judgement: Judgement)

  /// A check of a commit against its parent, or another baseline, on a machine of its own speed.
  private func check(
    _ number: Int, _ commit: String, against baseline: String, _ percent: Double,
    dirty: Bool = false
  ) throws -> Judged {
    let (made, runs) = Replay.check(number, commit, against: baseline, percent, dirty: dirty)
    var experiment = made
    experiment.decision?.ancestry = [commit]
    return (
      experiment,
      try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: baseline, candidate: "work tree",
        gates: [Gate(metric: .cpuTime)])
    )
  }

  /// Checks of c1 to c8, each against the one before: the same, but c4 is 10 % slower.
  private func pushes() throws -> [Judged] {
    try (1...8).map { try check($0, "c\($0)", against: "c\($0 - 1)", $0 == 4 ? 10 : 0) }
  }

  @Test func `the checks that lead to a baseline are found by their commits alone`() throws {
    let own = try check(20, "p", against: "c6", 5)
    let branch = try check(9, "b", against: "c3", 50)
    let dirty = try check(10, "c6", against: "c5", 50, dirty: true)
    let all = try pushes() + [branch, dirty, own]
    let found = BranchTrend.checks(
      leadingTo: own.experiment, among: all.map(\.experiment).shuffled())
    #expect(found.map(\.number) == [1, 2, 3, 4, 5, 6])
    let unknown = try check(21, "p", against: "z", 5)
    #expect(
      BranchTrend.checks(leadingTo: unknown.experiment, among: all.map(\.experiment)).isEmpty)
  }

  @Test func `a part that lacks the other machines' parts leads to nothing`() throws {
    let own = try check(20, "p", against: "c2", 5)
    var all = try pushes().map(\.experiment)
    all[1].partition = Partition(count: 2, parts: [])
    // It is what led on to the one before.
    #expect(BranchTrend.checks(leadingTo: own.experiment, among: all).isEmpty)
  }

  @Test func `a check that came later leads to nothing`() throws {
    let early = try check(3, "p", against: "c8", 5)
    let found = BranchTrend.checks(
      leadingTo: early.experiment, among: try pushes().dropFirst(3).map(\.experiment))
    #expect(found.isEmpty)
  }

  @Test func `values are ratios to the baseline over the chain of checks`() throws {
    let trends = try BranchTrend.all(of: check(20, "p", against: "c8", 5), after: pushes())
    let trend = try #require(trends.first)
    #expect(trends.count == 1 && trend.story == "list" && trend.metric == .cpuTime)
    // Before c4 all was 1/1.1 of what the baseline takes.
    #expect(trend.values.count == 8)
    for (value, expected) in zip(trend.values, [1 / 1.1, 1 / 1.1, 1 / 1.1, 1, 1, 1, 1, 1]) {
      #expect(abs(value - expected) < 0.005)
    }
    #expect(abs(trend.current - 1.05) < 0.002)
    // One step of seven is no noise.
    #expect(trend.noise >= 0.005 && trend.noise < 0.02)
  }

  @Test func `what is proven unchanged has no trend, and neither has what few checks are known of`()
    throws
  {
    var experiment = try check(20, "p", against: "c8", 0).experiment
    experiment.decision?.proof = Decision.Proof(kind: .program, hash: "5e", differing: [])
    let same = try Judgement(
      ExperimentAnalysis(experiment, runs: []), baseline: "c8", candidate: "work tree",
      gates: [Gate(metric: .cpuTime)])
    #expect(!same.hasTrends)
    #expect(try BranchTrend.all(of: (experiment, same), after: pushes()).isEmpty)
    let slower = try check(20, "p", against: "c8", 5)
    #expect(slower.judgement.hasTrends)
    #expect(try BranchTrend.all(of: slower, after: Array(pushes().suffix(4))).isEmpty)
  }

  @Test func `a history's trend is relative to its level since the last step`() throws {
    let judged = try (1...12).map {
      try check($0, "c\($0)", against: "v1", $0 < 6 ? 0 : $0 < 12 ? 10 : 15)
    }
    let history = try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
    let trend = try #require(BranchTrend.all(of: history).first)
    #expect(trend.story == "list" && trend.values.count == 11)
    for (index, value) in trend.values.enumerated() {
      #expect(abs(value - (index < 5 ? 1 / 1.1 : 1)) < 0.005, "\(index)")
    }
    #expect(abs(trend.current - 1.15 / 1.1) < 0.005)
  }

  /// The means of experiments with two runs each, the first ones on another machine.
  private func means(_ values: [Double], elsewhere count: Int = 0) throws -> History {
    try History(
      of: values.enumerated().map { index, value in
        ExperimentMeans(
          ExperimentAnalysis(
            Replay.experiment(
              number: Int64(index + 1),
              environment: Replay.machine(index < count ? "CPU B" : "CPU A")),
            runs: Replay.runs([value * 0.999, value * 1.001])), .cpuTime)
      }, metric: .cpuTime, rule: ChangePointRule(level: 0.001, minimumMagnitude: 0))
  }

  @Test func `means have a trend for each story and build, unless a value is 0`() throws {
    let values: [Double] = [100, 101, 100, 99, 100, 101, 110]
    let trend = try #require(try BranchTrend.all(of: means(values)).first)
    #expect(trend.story == "list on checked" && trend.values.count == 6)
    #expect(abs(trend.current - 1.1) < 1e-9)
    #expect(try BranchTrend.all(of: means([0] + values)).isEmpty)
  }

  @Test func `means of another machine are no part of a trend`() throws {
    let values: [Double] = [100, 101, 100, 99, 100, 110]
    let trend = try #require(
      try BranchTrend.all(of: means([300, 200, 300] + values, elsewhere: 3)).first)
    #expect(trend.values.count == 5 && abs(trend.current - 1.1) < 1e-9)
    #expect(try BranchTrend.all(of: means([300, 200, 300] + values, elsewhere: 4)).isEmpty)
  }

  @Test func `noise is 95 percent of a normal deviation, whatever a few steps are`() throws {
    // Neighbours differ by 1 % each: 1.96 × 1 % / (0.6745 × √2) is 2.055 %, as a share 2.076 %.
    let wobble = (0..<20).map { exp($0.isMultiple(of: 2) ? 0.0 : 0.01) }
    let trend = try #require(
      BranchTrend(story: "s", metric: .cpuTime, values: [5, 9] + wobble, current: 1))
    #expect(trend.values == wobble)
    #expect(abs(trend.noise - 0.02076) < 1e-5)
    #expect(BranchTrend(story: "s", metric: .cpuTime, values: [1, 1, 1, 1], current: 1) == nil)
  }
}

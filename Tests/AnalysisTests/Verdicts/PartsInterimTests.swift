import Foundation
import Metrics
import Recording
import Scenarios
import SeededRandom
import Statistics
import Simulation
import TestSupport
import Testing

@testable import Analysis

/// Interim analyses over the parts of several machines.
struct PartsInterimTests {
  private static let gates = [Gate(metric: .cpuTime)]

  /// Six parts on two machines that are alike, with eight pairs each; it may be decided after each two.
  /// `alpha` is the level of all analyses together.
  private func experiment(alpha: Double = 0.01) throws -> Experiment {
    var experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("a", "b"), rounds: 48)
    var rule = DecisionRule.standard
    rule.alpha = alpha / 3
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: rule)
    let parts = try (1...6).map { number in
      var part = Partition.MachinePart(
        try #require(PlanShare(number, of: 6, interim: 2)), rounds: 48, stories: ["s"],
        on: "m\(number % 2)", Replay.machine, builds: [], at: experiment.startedAt)
      part.completedAt = experiment.startedAt
      return part
    }
    experiment.partition = Partition(count: 6, parts: parts, interim: 2)
    return experiment
  }

  private func runs(_ differences: [Double]) -> [Run] {
    differences.enumerated().flatMap { index, difference in
      [("a", 1e8), ("b", 1e8 * exp(difference))].map { build, cost in
        var run = Replay.run("s", on: build, kind: .duet, round: index + 1, [.cpuTime: cost])
        run.arrangement = .duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
        return run
      }
    }
  }

  /// After how many parts it is settled; nil where it never is.
  private func settled(_ differences: [Double], _ experiment: Experiment) throws -> Int? {
    let runs = runs(differences)
    return try experiment.partition?.analyses.first { first in
      var decided = experiment
      decided.partition?.decidedAfter = first
      return try ExperimentAnalysis(decided, runs: runs).isSettled(
        baseline: "a", candidate: "b", gates: Self.gates,
        rule: try #require(experiment.decision?.rule))
    }
  }

  @Test func `a clear result needs no more parts, but an unclear one does`() throws {
    let experiment = try experiment()
    let small = (0..<48).map { 0.003 * Double($0 % 3 - 1) }
    #expect(try settled(small, experiment) == 2)
    #expect(try settled(small.map { $0 + 0.03 }, experiment) == 2)
    #expect(try settled(small.map { $0 - 0.03 }, experiment) == 2)
    // 10 % up and down is within 2 % on average after 48 pairs at the earliest.
    #expect(try settled((0..<48).map { $0 % 2 == 0 ? 0.1 : -0.1 }, experiment) == nil)
    // Growth that is not ruled out goes on, though it is shown to be within the gate: 1.4 % (1.2 to 1.6).
    #expect(try settled(small.map { $0 + 0.0145 }, experiment) != nil)
  }

  @Test func `runs made after the decision do not count`() throws {
    var decided = try experiment()
    decided.partition?.decidedAfter = 2
    let early = (0..<16).map { 0.003 * Double($0 % 3 - 1) }
    let analysis = ExperimentAnalysis(
      decided, runs: runs(early + Array(repeating: 0.5, count: 32)))
    #expect(analysis.runs.count == 32)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: Self.gates, rule: .standard)
    #expect(judgement.gated[0].outcome.result?.verdict == .unchanged)
    #expect(judgement.gated[0].outcome.result?.evidence == .pairs(16))
  }

  /// Equal builds whose noise leaves most of them open to the end, at a level of 30 % in all, of which 90 of
  /// 300 may be false; of a rule with exactly that rate 122 or more would come once in 10,000 times. Were
  /// each analysis at 30 %, half of them would be false.
  @Test(.nightly)
  func `false alarms stay below the level, whichever interim analysis is the last`() throws {
    var random = SplitMix64(seed: 21)
    let experiment = try experiment(alpha: 0.3)
    let rule = try #require(experiment.decision?.rule)
    var alarms = 0
    var ends: [Int: Int] = [:]
    for _ in 0..<300 {
      let differences = SimulatedNoise.normal(deviation: 0.05).differences(48, &random)
      let end = try settled(differences, experiment)
      ends[end ?? 0, default: 0] += 1
      var decided = experiment
      decided.partition?.decidedAfter = end
      let judgement = try Judgement(
        ExperimentAnalysis(decided, runs: runs(differences)), baseline: "a", candidate: "b",
        gates: Self.gates, rule: rule)
      if judgement.gated[0].outcome.result?.verdict == .regressed { alarms += 1 }
    }
    #expect(alarms < 122, "\(alarms)")
    // All kinds of ends are among them, and there is something to be seen.
    #expect(alarms > 20 && (ends[2] ?? 0) > 10 && (ends[4] ?? 0) > 10, "\(alarms), \(ends)")
  }

  @Test func `runs that are not made in pairs are made before the first interim analysis`() throws {
    let stories = ["a", "b", "c"]
    let dealt = try (1...6).map {
      try #require(PlanShare($0, of: 6, interim: 2)).stories(of: stories)
    }
    #expect(dealt == [["b"], ["a", "c"], [], [], [], []])
    #expect(PlanShare(3, of: 8, interim: 3)?.analyses == [3, 6, 8])
    #expect(PlanShare(3, of: 8)?.analyses == [8])
    #expect(PlanShare(3, of: 8, interim: 8) == nil && PlanShare(3, of: 8, interim: 0) == nil)
  }
}

import Analysis
import Metrics
import Recording
import Scenarios
import Tables
import TestSupport
import Testing

@testable import Reports

/// What grew where a peak of memory changed.
struct PeakPartsTests {
  /// Builds a and b: 60 and 62.1 MB in runs that count allocations, and in pairs with a factor between.
  private static func analysis(factor: Double, more: [Double]) -> ExperimentAnalysis {
    let own: [Double] = [40, 5, 14, 1]
    func parts(_ megabytes: [Double]) -> [Metric: Double] {
      Dictionary(uniqueKeysWithValues: zip(Metric.peakParts, megabytes.map { $0 * 1e6 }))
    }
    let runs = ["a", "b"].flatMap { build -> [Run] in
      let isCandidate = build == "b"
      let pairs = (1...20).map { round in
        Replay.run(
          "list", on: build, round: round,
          [.peakMemory: 60e6 * (isCandidate ? factor : 1) + 1e3 * Double(round % 5)])
      }
      let counted = (1...3).map { round in
        Replay.run(
          "list", on: build, kind: .allocations, round: round,
          parts(isCandidate ? zip(own, more).map { $0 + $1 } : own))
      }
      return pairs + counted
    }
    var experiment = Replay.experiment(
      stories: ["list"], builds: Replay.builds("a", "b"), rounds: 20, allocationRounds: 3)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .adaptive)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private static func sentences(_ analysis: ExperimentAnalysis) throws -> [String] {
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .peakMemory)])
    return Headline.peakParts(judgement, analysis)
  }

  @Test func `a peak that grew is explained by its parts, which add up`() throws {
    let analysis = Self.analysis(factor: 1.04, more: [1.9, 0.1, 0, 0.1])
    try expectSnapshot(
      Self.sentences(analysis), named: "grown-peak", stating: "grew by 2.10 MB",
      "live heap +1.90 MB", "slack +0.10 MB", "files 0.00 MB", "stacks +0.10 MB")
    let table = try #require(try Table.peakParts(analysis))
    #expect(table.sections.flatMap(\.rows).count == 2)
  }

  @Test func `a peak that did not change has no sentence on its parts`() throws {
    #expect(try Self.sentences(Self.analysis(factor: 1, more: [1.9, 0, 0, 0])).isEmpty)
  }

  @Test func `without measured parts there is no table of them`() throws {
    let experiment = Replay.experiment(stories: ["list"], builds: Replay.builds("a"), rounds: 1)
    let run = Replay.run("list", on: "a", round: 1, [.peakMemory: 1e6])
    #expect(try Table.peakParts(ExperimentAnalysis(experiment, runs: [run])) == nil)
  }
}

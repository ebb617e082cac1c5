import Analysis
import Foundation
import Metrics
import Recording
import Scenarios

/// Three runs of each side that repeat their peak memory, as Rehearse would have recorded them.
struct RepeatedRun {
  let pairs: [MeasuredPair]
  /// What the candidate has on top, in kB.
  let added: Double

  func verdict(rule: DecisionRule) throws -> Verdict? {
    let runs = pairs.enumerated().flatMap { index, pair in
      [
        run("a", index, pair.baseline(.peak)),
        run("b", index, pair.candidate(.peak) + added),
      ]
    }
    let experiment = Experiment(
      name: "repeats", title: "repeats", source: .replay, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0), seed: 1, rounds: pairs.count,
      stories: [.init(name: "story", title: "story")],
      builds: ["a", "b"].map { BuildRecord(name: $0, recipe: $0) }, environment: nil, version: "1")
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .peakAnonymousMemory)], rule: rule)
    return judgement.gated.first?.outcome.verdict
  }

  private func run(_ build: String, _ index: Int, _ kilobytes: Double) -> Run {
    Run(
      kind: .fixedAddresses, build: build, story: "story", round: index + 1, position: index + 1,
      pid: nil, startedAt: nil, ending: .passed, steps: [], timeline: .empty,
      measurements: [.peakAnonymousMemory: kilobytes * 1024])
  }
}

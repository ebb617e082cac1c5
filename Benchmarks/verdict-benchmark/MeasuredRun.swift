import Analysis
import Comparing
import Foundation
import MetricCatalog
import Recording
import Scenarios
import Statistics

/// A whole run of several stories, as Rehearse would have recorded it.
struct MeasuredRun {
  /// The pairs of each story, in order.
  var stories: [(name: String, pairs: [MeasuredPair])]

  static let gates = [Gate(metric: .cpuTime), Gate(metric: .wallTime), Gate(metric: .peakMemory)]

  /// The verdicts on the first pairs of each story.
  func judgement(rule: DecisionRule, first count: (String) -> Int) throws -> Judgement {
    try Judgement(
      analysis(first: count), baseline: "a", candidate: "b", gates: Self.gates, rule: rule)
  }

  /// The run as an experiment with so many pairs of each story.
  func analysis(first count: (String) -> Int) -> ExperimentAnalysis {
    let experiment = Experiment(
      name: "pairs", title: "pairs", source: .replay, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0), seed: 1,
      rounds: stories.map(\.pairs.count).max() ?? 0,
      stories: stories.map { .init(name: $0.name, title: $0.name) },
      builds: ["a", "b"].map { BuildRecord(name: $0, recipe: $0) }, environment: nil, version: "1")
    let runs = stories.flatMap { story in
      story.pairs.prefix(count(story.name)).enumerated().flatMap { index, pair in
        [
          run(story.name, "a", index, pair.baseline(_:)),
          run(story.name, "b", index, pair.candidate(_:)),
        ]
      }
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func run(
    _ story: String, _ build: String, _ index: Int, _ figure: (MeasuredPair.Quantity) -> Double
  ) -> Run {
    Run(
      kind: .duet, build: build, story: story, round: index + 1, position: index + 1, pid: nil,
      startedAt: nil, ending: .passed, steps: [], timeline: .empty,
      measurements: [
        .cpuTime: figure(.cpu) * 1e3, .wallTime: figure(.running) * 1e3,
        .peakMemory: figure(.peak) * 1024,
      ])
  }
}

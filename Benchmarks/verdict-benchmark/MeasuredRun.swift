import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Statistics

/// A whole run of several stories, as Rehearse would have recorded it.
struct MeasuredRun {
  /// The pairs of each story, in order.
  var stories: [(name: String, pairs: [MeasuredPair])]
  /// Whether instructions were counted, the same on both sides.
  var areCounted = false
  /// The control; nil for none.
  var control: MeasuredControl?

  /// - Parameter stories: the pairs of each story, in order.
  init(stories: [(name: String, pairs: [MeasuredPair])]) { self.stories = stories }

  /// What is gated. Of duets as Rehearse makes them elapsed time is no value.
  var gates = Self.allGates

  static let allGates = [
    Gate(metric: .cpuTime), Gate(metric: .wallTime), Gate(metric: .peakMemory),
  ]

  /// The verdicts on the first pairs of each story.
  func judgement(rule: DecisionRule, first count: (String) -> Int) throws -> Judgement {
    try Judgement(
      analysis(first: count), baseline: "a", candidate: "b", gates: gates, rule: rule)
  }

  /// The verdicts where each story's pairs go on until none of its cells is open or there are no more,
  /// and how many pairs of each that takes.
  func adaptive(
    _ rule: DecisionRule = .adaptive
  ) throws -> (judgement: Judgement, pairs: [String: Int]) {
    let first = rule.stops[0]
    let all = Dictionary(uniqueKeysWithValues: stories.map { ($0.name, $0.pairs.count) })
    var made = all.mapValues { min(first, $0) }
    while true {
      let open = try OpenCells(
        analysis { made[$0] ?? 0 }, baseline: "a", candidate: "b", gates: gates, rule: rule)
      let next = open.nextInterims.map { ($0.key, min($0.value, all[$0.key] ?? 0)) }
        .filter { $0.1 > made[$0.0] ?? 0 }
      if next.isEmpty { break }
      made.merge(next) { _, next in next }
    }
    return (try judgement(rule: rule) { made[$0] ?? 0 }, made)
  }

  /// The run as an experiment with so many pairs of each story.
  func analysis(first count: (String) -> Int) -> ExperimentAnalysis {
    var experiment = Experiment(
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
    if let control {
      experiment.decision = Decision(
        purpose: .check, baseline: "a", candidate: "b", rule: .adaptive, control: control.declared)
    }
    return ExperimentAnalysis(
      experiment, runs: runs + (areCounted ? counts : []) + controlRuns)
  }

  private var controlRuns: [Run] {
    guard let control else { return [] }
    return control.pairs.enumerated().flatMap { index, pair in
      [("a", pair.baseline(_:)), (Decision.copy(of: "a"), pair.candidate(_:))].map {
        var run = run(control.story, $0, index, $1)
        run.kind = .control
        return run
      }
    }
  }

  /// Three counts of each side.
  private var counts: [Run] {
    stories.flatMap { story in
      ["a", "b"].flatMap { build in
        (1...3).map { round in
          Run(
            kind: .counted, build: build, story: story.name, round: round, position: round,
            pid: nil, startedAt: nil, ending: .passed, steps: [], timeline: .empty,
            measurements: [.instructions: 1e8])
        }
      }
    }
  }

  private func run(
    _ story: String, _ build: String, _ index: Int, _ measurement: (MeasuredPair.Quantity) -> Double
  ) -> Run {
    Run(
      kind: .duet, build: build, story: story, round: index + 1, position: index + 1, pid: nil,
      startedAt: nil, ending: .passed, steps: [], timeline: .empty,
      measurements: [
        .cpuTime: measurement(.cpu) * 1e3, .wallTime: measurement(.running) * 1e3,
        .peakMemory: measurement(.peak) * 1024,
      ])
  }
}

/// The pairs of a control, as Rehearse would have recorded them.
struct MeasuredControl {
  let story: String
  let pairs: [MeasuredPair]
  /// The greatest p that shows a move; nil for Rehearse's own.
  var level: Double?

  fileprivate var declared: Decision.Control {
    var declared = Decision.Control(story: story, isCopy: true)
    declared.level = level ?? declared.level
    return declared
  }
}

import Analysis
import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport

/// Recorded runs of two builds, `a` and `b`, story by story.
struct Judging {
  var runs: [Run] = []
  private var stories: [String] = []
  var layouts = 1
  var source = Experiment.Source.replay
  var proof: Decision.Proof?
  var storyProofs: [String: Decision.Proof]?
  var newStories: Decision.NewStories?

  /// Noise of about 0.3 % that is the same on every machine; its mean is 0 over ten rounds.
  static let wobble = [0.3, -0.2, 0.1, -0.4, 0.2, -0.1, 0.4, -0.3, 0.05, -0.05].map { $0 / 100 }

  /// Adds rounds of a story whose candidate takes `factor` times as much.
  mutating func add(
    _ story: String, _ metric: Metric = .cpuTime, factor: Double, rounds: Int = 30,
    kind: RunKind = .duet, value: Double = 1e8
  ) {
    if !stories.contains(story) { stories.append(story) }
    for round in 0..<rounds {
      let base = value * (1 + 0.05 * Double(round % 3))
      let wobble = Self.wobble[round % 10]
      add(story, "a", metric, base, round, kind)
      add(story, "b", metric, base * factor * (1 + wobble), round, kind)
    }
  }

  /// Adds one value of one build.
  mutating func add(
    _ story: String, _ build: String, _ metric: Metric, _ value: Double, _ round: Int,
    _ kind: RunKind, failed: RunFailure.Reason? = nil
  ) {
    if !stories.contains(story) { stories.append(story) }
    var run = Replay.run(
      story, on: build, round: round + 1, layout: round % layouts + 1, [metric: value],
      failed: failed)
    run.kind = kind
    runs.append(run)
  }

  var analysis: ExperimentAnalysis {
    var experiment = Replay.experiment(
      stories: stories, builds: Replay.builds("a", "b"), rounds: 30, layouts: layouts,
      source: source)
    experiment.completedAt = experiment.startedAt
    if proof != nil || storyProofs != nil || newStories != nil {
      experiment.decision = Decision(
        purpose: .check, baseline: "a", candidate: "b", rule: .standard, proof: proof,
        newStories: newStories)
      experiment.decision?.storyProofs = storyProofs
    }
    return ExperimentAnalysis(experiment, runs: runs)
  }

  func judgement(
    _ gates: [Gate] = [Gate(metric: .cpuTime)], rule: DecisionRule = .standard
  ) throws -> Judgement {
    try Judgement(analysis, baseline: "a", candidate: "b", gates: gates, rule: rule)
  }
}

extension Judging {
  /// Rounds of one story whose candidate takes `factor` times as much.
  init(
    _ story: String, _ metric: Metric = .cpuTime, factor: Double, rounds: Int = 30,
    kind: RunKind = .duet, value: Double = 1e8
  ) {
    self.init()
    add(story, metric, factor: factor, rounds: rounds, kind: kind, value: value)
  }

  /// The judgement of one story's runs whose measurements are to repeat.
  static func repeated(
    _ metric: Metric, _ baseline: [Double], _ candidate: [Double], limit: Gate.Limit? = nil
  ) throws -> Judgement {
    let kind: RunKind = metric == .peakAnonymousMemory ? .fixedAddresses : .counted
    var judging = Judging()
    for (build, values) in [("a", baseline), ("b", candidate)] {
      for (round, value) in values.enumerated() {
        judging.add("s", build, metric, value, round, kind)
      }
    }
    return try judging.judgement([Gate(metric: metric, limit: limit)])
  }
}

extension Judgement {
  /// The gated cells' verdicts, in order; nil where there is none.
  var verdicts: [Verdict?] { gated.map { $0.outcome.verdict } }
}

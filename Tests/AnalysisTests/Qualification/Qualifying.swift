import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport

extension Judging {
  /// The runs as an experiment that qualifies a machine.
  func qualifying(rule: DecisionRule = .standard) -> ExperimentAnalysis {
    var experiment = analysis.experiment
    experiment.decision = Decision(
      purpose: .qualification, baseline: "a", candidate: "b", rule: rule)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  /// What chance did in them.
  func qualification(
    _ gates: [Gate] = [Gate(metric: .cpuTime)], flippedRuns: Int = 200
  ) throws -> Qualification? {
    try Qualification(qualifying(), gates: gates, flippedRuns: flippedRuns, reshuffles: 500)
  }

  /// Adds rounds of a story whose noise is so many times that of others.
  mutating func addNoisy(_ story: String, times: Double, rounds: Int = 30) {
    for round in 0..<rounds {
      add(story, "a", .cpuTime, 1e8, round, .duet)
      add(story, "b", .cpuTime, 1e8 * (1 + times * Judging.wobble[round % 10]), round, .duet)
    }
  }
}

extension Qualification {
  /// What to know but what was not tested, or can't be told from so few pairs.
  var advised: [QualificationAdvice] {
    advice.filter { if case .open = $0 { false } else { true } }
  }
}

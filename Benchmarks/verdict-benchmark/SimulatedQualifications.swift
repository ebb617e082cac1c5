import Analysis
import Metrics
import Recording
import Scenarios
import SeededRandom
import Simulation

/// How often 'rehearse qualify' refuses machines whose noise is made up: a run of 30 pairs of each of 12
/// stories, judged by CPU time.
struct SimulatedQualifications {
  static let runs = 200

  /// Of so many machines those not called qualified.
  static func refused(
    _ noise: SimulatedNoise, runs: Int = runs, stories: Int = 12, seed: UInt64
  ) throws -> (alarms: Int, of: Int) {
    var random = SplitMix64(seed: seed)
    var refused = 0
    for _ in 0..<runs {
      let run = MeasuredRun(
        stories: Array(noise.run(&random, pairs: Qualification.usualPairs).stories.prefix(stories)))
      let analysis = run.analysis { _ in Qualification.usualPairs }
      var experiment = analysis.experiment
      experiment.completedAt = experiment.startedAt
      experiment.decision = Decision(
        purpose: .qualification, baseline: "a", candidate: "b", rule: .standard)
      let qualification = try Qualification(
        ExperimentAnalysis(experiment, runs: analysis.runs), gates: [Gate(metric: .cpuTime)],
        flippedRuns: 0, reshuffles: 1_000)
      if !(qualification?.isQualified ?? false) { refused += 1 }
    }
    return (refused, runs)
  }
}

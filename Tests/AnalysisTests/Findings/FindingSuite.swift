import Analysis
import Metrics
import Recording
import TestSupport

/// Tests of what is found in one story's runs on two builds.
protocol FindingSuite {}

extension FindingSuite {
  func findings(
    _ runs: [Run], builds: [BuildRecord] = Replay.builds("checked", "unchecked"), rounds: Int = 1,
    source: Experiment.Source = .replay
  ) -> [Finding] {
    ExperimentAnalysis(
      Replay.experiment(builds: builds, rounds: rounds, source: source), runs: runs
    ).findings
  }

  /// One run on each build, a round after another.
  func runs(
    _ measurements: [Metric: Double] = [:], rounds: Int = 1, failed: RunFailure.Reason? = nil
  ) -> [Run] {
    (1...rounds).flatMap { round in
      [
        Replay.run("list", on: "checked", round: round, measurements),
        Replay.run("list", on: "unchecked", round: round, measurements, failed: failed),
      ]
    }
  }
}

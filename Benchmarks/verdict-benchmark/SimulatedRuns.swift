import Analysis
import SeededRandom
import Simulation

/// False alarms of whole adaptive runs of 36 cells whose noise is made up, where the rule's conditions
/// hold and where they do not.
struct SimulatedRuns {
  static let runs = 1_000

  /// How many of so many runs of a kind of noise alarm.
  typealias FalseAlarms = (noise: String, alarms: Int, of: Int)

  /// The pairs are symmetric and independent: the rule's claim is about these.
  static let kept: [(name: String, noise: SimulatedNoise)] = [
    ("normal, standard deviation 2 %", .normal(deviation: 0.02)),
    ("heavy-tailed (t with 3 degrees), 2 %", .heavyTails(deviation: 0.02)),
    ("one in ten ten times as far off, 2 %", .interferenceFindings(deviation: 0.02)),
    ("of two modes, 2 deviations apart", .twoModes(apart: 0.02, deviation: 0.01)),
    ("of two modes, 4 deviations apart", .twoModes(apart: 0.02, deviation: 0.005)),
    ("of two modes, 10 deviations apart", .twoModes(apart: 0.02, deviation: 0.002)),
  ]

  /// They are not: what 'rehearse qualify' refuses.
  static let broken: [(name: String, noise: SimulatedNoise)] = [
    ("dependent (lag-1 0.3), 0.5 %", .autoregressive(0.3, deviation: 0.005)),
    ("dependent (lag-1 0.3), 7 %", .autoregressive(0.3, deviation: 0.07)),
    ("dependent (lag-1 0.5), 2 %", .autoregressive(0.5, deviation: 0.02)),
    (
      "biased for as long as the comparison lasts, by 0.2 %", .biased(0.002, deviation: 0.005)
    ),
    (
      "biased for as long as the comparison lasts, by 0.5 %", .biased(0.005, deviation: 0.005)
    ),
    (
      "slower on one side by 1 % for 10 pairs at a time",
      .regimes(10, by: 0.01, deviation: 0.005)
    ),
  ]

  /// How many of so many whole runs end with a regression.
  static func falseAlarms(
    _ noise: SimulatedNoise, runs: Int = runs, seed: UInt64
  ) throws -> (alarms: Int, of: Int) {
    var random = SplitMix64(seed: seed)
    var alarms = 0
    for _ in 0..<runs {
      let run = noise.run(&random)
      if try run.adaptive().judgement.outcome == .regression { alarms += 1 }
    }
    return (alarms, runs)
  }
}

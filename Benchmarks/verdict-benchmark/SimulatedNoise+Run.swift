import Foundation
import SeededRandom
import Simulation

extension SimulatedNoise {
  /// A whole run of 12 stories, whose 36 cells have differences of their own.
  func run(_ random: inout SplitMix64, pairs: Int = 60) -> MeasuredRun {
    MeasuredRun(
      stories: (0..<12).map { story in
        let cells = MeasuredPair.Quantity.allCases.map { _ in differences(pairs, &random) }
        return (
          "s\(story)",
          (0..<pairs).map { pair in
            // 0.1 s and 100 MB.
            MeasuredPair(measurements: cells.flatMap { [1e5, 1e5 * exp($0[pair])] })
          }
        )
      })
  }
}

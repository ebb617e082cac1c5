import Analysis
import Foundation
import Metrics
import Recording
import SeededRandom
import Simulation

extension SimulatedNoise {
  /// A recorded run of a program with itself.
  func run(stories: Int, pairs: Int = 30, seed: UInt64) -> Judging {
    var random = SplitMix64(seed: seed)
    var judging = Judging()
    for story in 0..<stories {
      for (round, difference) in differences(pairs, &random).enumerated() {
        judging.add("s\(story)", "a", .cpuTime, 1e8, round, .duet)
        judging.add("s\(story)", "b", .cpuTime, 1e8 * exp(difference), round, .duet)
      }
    }
    return judging
  }
}

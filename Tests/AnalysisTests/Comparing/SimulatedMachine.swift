import Analysis
import Foundation
import Metrics
import Recording
import SeededRandom

/// What chance does to pairs of a program with itself on a machine that is made up; shares.
enum SimulatedMachine: Sendable {
  /// Independent pairs, normal.
  case normal(deviation: Double)
  /// Independent pairs with Student's t of three degrees.
  case heavyTails(deviation: Double)
  /// Independent pairs of which one in ten is ten times as far off.
  case contaminated(deviation: Double)
  /// Independent pairs, one side of which is the slow one by a coin.
  case twoModes(apart: Double, deviation: Double)
  /// Each pair has so much of the one before.
  case autoregressive(Double, deviation: Double)
  /// Each story leans to a side for the whole run.
  case biased(Double, deviation: Double)
  /// One side is slower for so many pairs, then one is again.
  case regimes(Int, by: Double, deviation: Double)

  func differences(_ pairs: Int, _ random: inout SplitMix64) -> [Double] {
    switch self {
    case .normal(let deviation):
      return (0..<pairs).map { _ in deviation * random.normal() }
    case .heavyTails(let deviation):
      return (0..<pairs).map { _ in
        let squares = (0..<3).reduce(0.0) { sum, _ in
          let value = random.normal()
          return sum + value * value
        }
        return deviation * random.normal() / (squares / 3).squareRoot()
      }
    case .contaminated(let deviation):
      return (0..<pairs).map { _ in
        deviation * random.normal() * (random.below(10) == 0 ? 10 : 1)
      }
    case .twoModes(let apart, let deviation):
      return (0..<pairs).map { _ in
        deviation * random.normal() + (random.below(2) == 0 ? apart : -apart)
      }
    case .autoregressive(let share, let deviation):
      var last = random.normal()
      return (0..<pairs).map { _ in
        defer { last = share * last + (1 - share * share).squareRoot() * random.normal() }
        return deviation * last
      }
    case .biased(let bias, let deviation):
      let own = bias * random.normal()
      return (0..<pairs).map { _ in own + deviation * random.normal() }
    case .regimes(let length, let change, let deviation):
      let begun = random.below(length)
      var side = change
      return (0..<pairs).map { index in
        if index == 0 || (index + begun) % length == 0 {
          side = random.below(2) == 0 ? change : -change
        }
        return side + deviation * random.normal()
      }
    }
  }

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

extension SplitMix64 {
  /// A normal number, by Box and Muller.
  fileprivate mutating func normal() -> Double {
    let (first, second) = (below(1 << 52), below(1 << 52))
    let radius = (-2 * log((Double(first) + 0.5) / Double(1 << 52))).squareRoot()
    return radius * cos(2 * .pi * Double(second) / Double(1 << 52))
  }
}

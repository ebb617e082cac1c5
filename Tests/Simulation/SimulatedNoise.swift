import Foundation
public import SeededRandom

/// What chance does to pairs of a program with itself, made up: shares of ln(candidate / baseline).
public enum SimulatedNoise: Sendable {
  /// Independent pairs, normal.
  case normal(deviation: Double)
  /// Student's t of three degrees.
  case heavyTails(deviation: Double)
  /// One pair in ten is ten times as far off.
  case interferenceFindings(deviation: Double)
  /// A side is the slow one by a coin.
  case twoModes(apart: Double, deviation: Double)
  /// Each pair has so much of the one before.
  case autoregressive(Double, deviation: Double)
  /// All pairs of a run lean to one side.
  case biased(Double, deviation: Double)
  /// A side is slower for so many pairs, then one is again.
  case regimes(Int, by: Double, deviation: Double)

  /// The differences of so many pairs that follow each other.
  public func differences(_ count: Int, _ random: inout SplitMix64) -> [Double] {
    switch self {
    case .normal(let deviation):
      return (0..<count).map { _ in deviation * random.normal() }
    case .heavyTails(let deviation):
      return (0..<count).map { _ in
        let parts = (0..<3).map { _ in random.normal() }
        return deviation * random.normal() / (parts.reduce(0) { $0 + $1 * $1 } / 3).squareRoot()
      }
    case .interferenceFindings(let deviation):
      return (0..<count).map { _ in
        deviation * random.normal() * (random.below(10) == 0 ? 10 : 1)
      }
    case .twoModes(let apart, let deviation):
      return (0..<count).map { _ in
        deviation * random.normal() + (random.below(2) == 0 ? apart : -apart)
      }
    case .autoregressive(let share, let deviation):
      var last = random.normal()
      return (0..<count).map { _ in
        defer { last = share * last + (1 - share * share).squareRoot() * random.normal() }
        return deviation * last
      }
    case .biased(let bias, let deviation):
      let own = bias * random.normal()
      return (0..<count).map { _ in own + deviation * random.normal() }
    case .regimes(let length, let change, let deviation):
      let begun = random.below(length)
      var side = change
      return (0..<count).map { index in
        if index == 0 || (index + begun) % length == 0 {
          side = random.below(2) == 0 ? change : -change
        }
        return side + deviation * random.normal()
      }
    }
  }
}

extension SplitMix64 {
  /// A normal number, by Box and Muller.
  public mutating func normal() -> Double {
    let (first, second) = (below(1 << 52), below(1 << 52))
    let radius = (-2 * log((Double(first) + 0.5) / Double(1 << 52))).squareRoot()
    return radius * cos(2 * .pi * Double(second) / Double(1 << 52))
  }
}

public import SeededRandom

/// A loop that makes one change after the other, and keeps those that are accepted. No change has any effect.
public struct SimulatedLoop: Sendable {
  /// The number of attempts.
  public let attempts: Int
  /// The number of pairs of each.
  public let pairs: Int
  /// The chance that tells both sides of a pair apart.
  public let noise: SimulatedNoise

  /// A loop of attempts without any effect.
  public init(attempts: Int, pairs: Int, noise: SimulatedNoise) {
    self.attempts = attempts
    self.pairs = pairs
    self.noise = noise
  }

  /// Returns the number of accepted attempts. `accept` receives an attempt's differences of pairs and how many
  /// were not accepted before it.
  public func accepted(
    _ random: inout SplitMix64, by accept: ([Double], _ refused: Int) throws -> Bool
  ) rethrows -> Int {
    var accepted = 0
    for attempt in 0..<attempts {
      let differences = noise.differences(pairs, &random)
      if try accept(differences, attempt - accepted) { accepted += 1 }
    }
    return accepted
  }
}

/// When a change in time is put down to the place of the code.
///
/// Shifting code by 16 to 32 bytes moved CPU time by up to 2 % with not one instruction more, and
/// where functions and files only changed their order a story took 5.1 % more time for exactly the
/// same instructions. So a change that the instructions do not show is a warning, until it holds
/// over shuffled layouts; only a great one is not taken for the place of the code.
public struct LayoutGuard: Sendable, Hashable, Codable {
  /// Instructions are the same within this share.
  public var instructions = 0.001
  /// Changes from this share on are never put down to layout.
  public var effect = 0.1

  /// The guard as measured.
  public init() {}

  /// Whether a change in time is suspect.
  /// - Parameters:
  ///   - time: the ratio of the times.
  ///   - instructions: the ratio of the instructions.
  public func suspects(time: Double, instructions: Double) -> Bool {
    abs(instructions - 1) <= self.instructions && isInReach(time: time)
  }

  /// Whether a ratio of times is so near to 1 that the place of the code can make it.
  public func isInReach(time: Double) -> Bool { time < 1 + effect && time > 1 / (1 + effect) }
}

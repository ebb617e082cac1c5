/// How peak memory is judged where runs without address randomisation repeat it to the page: such
/// figures have no noise to test against.
///
/// It grew where the least of the candidate's exceeds the greatest of the baseline's by more than
/// the threshold.
public struct RepeatRule: Sendable, Hashable, Codable {
  /// The fewest runs of each side.
  public var fewestRuns = 3
  /// The farthest that runs of one side may be apart to count as the same, in bytes. It is half of
  /// ``smallestStep``, so that no run can by itself make a change of them.
  public var tolerance = 8_192.0
  /// The growth that is never called one, in bytes: four pages.
  public var smallestStep = 16_384.0
  /// The same as a share of the baseline; the greater one counts, and a gate's `at-most` takes
  /// its place.
  public var share = 0.001

  /// The rule as measured: 40 runs of each of several programs did not differ by one page.
  public init() {}

  /// Whether runs of one side repeat.
  public func repeats(_ values: [Double]) -> Bool {
    guard values.count >= fewestRuns, let least = values.min(), let most = values.max() else {
      return false
    }
    return most - least <= tolerance
  }

  /// By how much a candidate may exceed this baseline, in bytes.
  public func threshold(of baseline: Double, allowed: Double?) -> Double {
    max(smallestStep, (allowed ?? share) * baseline)
  }
}

/// How a figure is judged of which runs of one kind repeat each other: it has no noise to test
/// against.
///
/// It grew where the least of the candidate's exceeds the greatest of the baseline's by more than
/// the threshold.
public struct RepeatRule: Sendable, Hashable, Codable {
  /// The fewest runs of each side.
  public var fewestRuns = 3
  /// The farthest that runs of one side may be apart to count as the same, in the metric's base
  /// unit.
  public var tolerance: Double
  /// The same as a share of the greatest; the greater one counts.
  public var toleranceShare: Double
  /// The growth that is never called one, in the metric's base unit.
  public var smallestStep: Double
  /// The same as a share of the baseline; the greater one counts, and a gate's `at-most` takes
  /// its place.
  public var share = 0.001

  /// Peak memory without address randomisation repeats to the page: 40 runs of each of several
  /// programs did not differ by one. Two pages of tolerance are half of the smallest step, four
  /// pages, so that no run can by itself make a change of them.
  public static let memory = RepeatRule(
    tolerance: 8_192, toleranceShare: 0, smallestStep: 16_384)

  /// Instructions repeat within two millionths, where hashing is not random; a thousandth is what
  /// ``LayoutGuard`` calls the same, too.
  public static let instructions = RepeatRule(
    tolerance: 0, toleranceShare: 2e-6, smallestStep: 0)

  /// Whether runs of one side repeat.
  public func repeats(_ values: [Double]) -> Bool {
    guard values.count >= fewestRuns, let least = values.min(), let most = values.max() else {
      return false
    }
    return most - least <= max(tolerance, toleranceShare * most)
  }

  /// By how much a candidate may exceed this baseline, in the metric's base unit.
  public func threshold(of baseline: Double, allowed: Double?) -> Double {
    max(smallestStep, (allowed ?? share) * baseline)
  }
}

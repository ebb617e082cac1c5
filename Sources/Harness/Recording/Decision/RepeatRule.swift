/// The rule for deterministic metrics: runs of one kind repeat each other, so there is no noise to test
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
  /// By how many of the kernel's batches of pages such measurements may be apart that are exact to
  /// these only; nil for none.
  public var batches: Double?

  /// Anonymous memory without address randomisation and on one CPU repeats to the page: 24 runs of six
  /// copies of a program did not differ by one, while their resident sets were up to 36 pages apart.
  /// Two pages of tolerance are half of the smallest step, four pages, so that no run can by itself make
  /// a change of them.
  ///
  /// What was given back before a step's end is known to the kernel's batches: what it holds back of
  /// the peak, and of what is left, on either side, is up to one batch each.
  public static let memory = RepeatRule(
    tolerance: 8_192, toleranceShare: 0, smallestStep: 16_384, batches: 4)

  /// Instructions repeat within two millionths, where hashing is not random; a thousandth is what
  /// ``LayoutGuard`` calls the same, too.
  public static let instructions = RepeatRule(
    tolerance: 0, toleranceShare: 2e-6, smallestStep: 0)

  /// Allocations are the same each time, to the byte, where nothing is left to threads, time and chance;
  /// one that came to them is one more.
  public static let allocations: RepeatRule = {
    var rule = RepeatRule(tolerance: 0, toleranceShare: 0, smallestStep: 0)
    rule.share = 0
    return rule
  }()

  /// The number of runs where no pairs can take their place: two of them may go astray.
  public static let runsWithoutPairs = 5

  /// The runs of one side that repeat each other, in ascending order: the closest of them, more than
  /// half of all and no fewer than ``fewestRuns``. Nil where these differ, or are not there.
  ///
  /// - Parameter batch: the size of the kernel's batch, in the metric's base unit; 0 where
  ///   measurements are exact.
  public func repeated(_ values: [Double], batch: Double = 0) -> [Double]? {
    let batched = (batches ?? 0) / 2 * batch
    let sorted = values.sorted()
    let count = max(fewestRuns, sorted.count / 2 + 1)
    let closest = sorted.indices.dropLast(count - 1).map { Array(sorted[$0..<$0 + count]) }
      .min { $0[count - 1] - $0[0] < $1[count - 1] - $1[0] }
    guard let closest,
      closest[count - 1] - closest[0]
        <= max(tolerance, batched, toleranceShare * closest[count - 1])
    else { return nil }
    return closest
  }

  /// By how much a candidate may exceed this baseline, in the metric's base unit.
  /// - Parameter batch: as of ``repeated(_:batch:)``.
  public func threshold(of baseline: Double, allowed: Double?, batch: Double = 0) -> Double {
    max(smallestStep, (batches ?? 0) * batch, (allowed ?? share) * baseline)
  }

  /// The pages that the kernel holds back on one CPU before it adds them up, in bytes
  /// (lib/percpu_counter.c), of pages of 4 KiB.
  public static func batch(processors: Int) -> Double {
    Double(max(32, 2 * min(processors, 1 << 20)) * 4096)
  }
}

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

  /// Returns whether a change in time is suspect.
  /// - Parameters:
  ///   - time: the ratio of the times.
  ///   - instructions: the ratio of the instructions.
  public func suspects(time: Double, instructions: Double) -> Bool {
    abs(instructions - 1) <= self.instructions && isInReach(time: time)
  }

  /// Returns whether a ratio of times is so near to 1 that the place of the code can make it.
  public func isInReach(time: Double) -> Bool { time < 1 + effect && time > 1 / (1 + effect) }
}

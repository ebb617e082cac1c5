/// The rule for deterministic metrics: runs of one kind repeat each other, so there is no noise to test
/// against.
///
/// It grew if the candidate's least value exceeds the baseline's greatest by more than the threshold.
public struct RepeatRule: Sendable, Hashable, Codable {
  /// The fewest runs of each side.
  public var fewestRuns = 3
  /// The greatest distance between runs of one side that count as the same, in the metric's base unit.
  public var tolerance: Double
  /// The same as a share of the greatest; the greater of both counts.
  public var toleranceShare: Double
  /// The growth that never counts, in the metric's base unit.
  public var smallestStep: Double
  /// The same as a share of the baseline. The greater of both counts, and a gate's `at-most` replaces it.
  public var share = 0.001
  /// The number of the kernel's batches of pages by which measurements exact only to these may differ;
  /// nil for none.
  public var batches: Double?

  /// Anonymous memory without address randomisation and on one CPU repeats to the page: 24 runs of six copies
  /// of a program did not differ by one, although their resident sets were up to 36 pages apart. A tolerance
  /// of two pages is half of the smallest step, four pages, so that no single run can cause a change that
  /// large.
  ///
  /// Memory returned before a step's end is only known to the kernel's batches: it holds back up to one batch
  /// of the peak, and one of what remains, on each side.
  public static let memory = RepeatRule(
    tolerance: 8_192, toleranceShare: 0, smallestStep: 16_384, batches: 4)

  /// Instructions repeat within two millionths if hashing is not random; ``LayoutGuard`` also calls a
  /// thousandth the same.
  public static let instructions = RepeatRule(tolerance: 0, toleranceShare: 2e-6, smallestStep: 0)

  /// Allocations are the same each time, to the byte, if nothing depends on threads, time and chance; each
  /// additional one counts.
  public static let allocations: RepeatRule = {
    var rule = RepeatRule(tolerance: 0, toleranceShare: 0, smallestStep: 0)
    rule.share = 0
    return rule
  }()

  /// The fewest runs of each side if those of both sides are all the same. A third that is the same shows nothing new,
  /// and one that differs has pairs decide. So if every other run of one side takes more memory, one of four
  /// comparisons calls that unchanged; with three runs, one of eight does.
  public static let fewestIfSame = 2

  /// The number of runs if no pairs can replace them: two may be outliers.
  public static let runsWithoutPairs = 5

  /// The runs of one side that repeat each other, in ascending order: the closest ones, more than half of all
  /// and at least ``fewestRuns``. Nil if these differ, or if there are too few. `batch` is the size of the
  /// kernel's batch, in the metric's base unit; 0 if measurements are exact. If it `allowsTwo`, both runs of a side
  /// that has no others do.
  public func repeated(
    _ values: [Double], batch: Double = 0, allowsTwo: Bool = false
  ) -> [Double]? {
    let sorted = values.sorted()
    let areTwo = allowsTwo && sorted.count == Self.fewestIfSame
    let count = areTwo ? sorted.count : max(fewestRuns, sorted.count / 2 + 1)
    let closest = sorted.indices.dropLast(count - 1).map { Array(sorted[$0..<$0 + count]) }
      .min { $0[count - 1] - $0[0] < $1[count - 1] - $1[0] }
    guard let closest, areClose(closest, batch: batch) else { return nil }
    return closest
  }

  /// Returns whether both sides have enough runs, and all of them repeat each other: then no more are
  /// needed. For `batch`, see ``repeated(_:batch:allowsTwo:)``.
  public func areSame(_ baseline: [Double], _ candidate: [Double], batch: Double = 0) -> Bool {
    min(baseline.count, candidate.count) >= Self.fewestIfSame
      && areClose((baseline + candidate).sorted(), batch: batch)
  }

  private func areClose(_ sorted: [Double], batch: Double) -> Bool {
    guard let least = sorted.first, let greatest = sorted.last else { return true }
    let batched = (batches ?? 0) / 2 * batch
    return greatest - least <= max(tolerance, batched, toleranceShare * greatest)
  }

  /// The amount by which a candidate may exceed this baseline, in the metric's base unit. For `batch`, see
  /// ``repeated(_:batch:allowsTwo:)``.
  public func threshold(of baseline: Double, allowed: Double?, batch: Double = 0) -> Double {
    max(smallestStep, (batches ?? 0) * batch, (allowed ?? share) * baseline)
  }

  /// The pages that the kernel holds back on one CPU before it adds them up, in bytes (lib/percpu_counter.c),
  /// with pages of 4 KiB.
  public static func batch(processors: Int) -> Double {
    Double(max(32, 2 * min(processors, 1 << 20)) * 4096)
  }
}

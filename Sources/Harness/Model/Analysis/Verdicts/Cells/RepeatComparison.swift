import Recording
import Statistics

/// Candidate over baseline for runs that repeat each other: the ratio of their medians, and how far single
/// runs of both sides differ.
///
/// Chance plays no part, so it is no estimate and has no confidence.
public struct RatioRange: Sendable, Hashable {
  /// The ratio of the medians.
  public let point: Double
  /// The least of the candidate's over the greatest of the baseline's.
  public let lower: Double
  /// The greatest over the least.
  public let upper: Double
  /// The least growth that counts, as a share.
  public let threshold: Double

  /// The number format of its change in percent: to the second digit of the growth that counts.
  public var changeFormat: NumberFormat { .uncertainty(threshold * 100).withPlus }
}

/// Values of runs that repeat each other, or of counts that do not; see `RepeatRule`.
struct RepeatComparison {
  let baseline: [Double]
  let candidate: [Double]
  let kind: RunKind
  /// By how much the candidate may exceed the baseline, in base units.
  let threshold: Double
  /// A Boolean value indicating whether each side's runs repeat each other.
  let areRepeating: Bool
  /// A Boolean value indicating whether they are exact only to the kernel's batches.
  let areBatched: Bool

  /// Creates it for runs that repeat each other; nil if either side has too few, which are fewer if all of both sides
  /// are the same. For `batch` and `allowsTwo`, see `RepeatRule.repeated(_:batch:allowsTwo:)`.
  init?(
    baseline: [Double], candidate: [Double], kind: RunKind, allowed: Double?, rule: RepeatRule,
    batch: Double = 0, allowsTwo: Bool = false
  ) {
    if let repeated = rule.repeated(baseline, batch: batch, allowsTwo: allowsTwo),
      let others = rule.repeated(candidate, batch: batch, allowsTwo: allowsTwo)
    {
      (self.baseline, self.candidate) = (repeated, others)
    } else if rule.areSame(baseline, candidate, batch: batch) {
      (self.baseline, self.candidate) = (baseline.sorted(), candidate.sorted())
    } else {
      return nil
    }
    guard let maximum = self.baseline.last else { return nil }
    self.kind = kind
    threshold = rule.threshold(of: maximum, allowed: allowed, batch: batch)
    areRepeating = true
    areBatched = batch > 0
  }

  /// Creates it for counts that do not repeat: from all of them, so that only disjoint ranges show a change;
  /// nil if either side has too few.
  init?(
    varying baseline: [Double], candidate: [Double], kind: RunKind, allowed: Double?,
    rule: RepeatRule
  ) {
    guard min(baseline.count, candidate.count) >= rule.fewestRuns, let maximum = baseline.max()
    else { return nil }
    self.baseline = baseline.sorted()
    self.candidate = candidate.sorted()
    self.kind = kind
    threshold = rule.threshold(of: maximum, allowed: allowed)
    areRepeating = false
    areBatched = false
  }

  /// The verdict. It needs no other cells, because no test is made.
  ///
  /// Runs that do not repeat are close only if no two of them differ by more than what counts. Close sides
  /// are unchanged if they overlap; if they don't, they differ within the gate.
  func verdict() throws(StatisticsError) -> CellResult {
    let (a, b) = (baseline, candidate)
    let isNear =
      areRepeating || (b[b.count - 1] - a[0] <= threshold && a[a.count - 1] - b[0] <= threshold)
    let areApart = b[0] > a[a.count - 1] || a[0] > b[b.count - 1]
    let verdict: Verdict =
      if b[0] - a[a.count - 1] > threshold {
        .regressed
      } else if a[0] - b[b.count - 1] > threshold {
        .improved
      } else if isNear {
        areApart ? .withinGate : .unchanged
      } else {
        .inconclusive
      }
    let (value, bound) = try change()
    var result = CellResult(
      verdict: verdict, value: value, bound: bound,
      evidence: areRepeating
        ? .repeats(min(a.count, b.count)) : .varying(min(a.count, b.count)), kind: kind,
      pValue: nil, detectable: bound, layout: nil)
    result.isBatched = areBatched
    return result
  }

  /// Candidate over baseline, and the ratio that counts. If the baseline is 0, the value is what the
  /// candidate has, and the bound what it may have.
  private func change() throws(StatisticsError) -> (CellResult.Value, bound: Double) {
    let (a, b) = (baseline, candidate)
    guard a[0] > 0 else {
      let found = try Estimate(
        point: b.medianOfSorted, lower: b[0], upper: b[b.count - 1], standardError: 0,
        confidenceLevel: 0.95)
      return (.mean(found), a[a.count - 1] + threshold)
    }
    let share = threshold / a[a.count - 1]
    let range = RatioRange(
      point: b.medianOfSorted / a.medianOfSorted, lower: b[0] / a[a.count - 1],
      upper: b[b.count - 1] / a[0], threshold: share)
    return (.range(range), 1 + share)
  }
}

/// The test of a candidate's own mean against a budget.
struct BudgetTest {
  let kind: RunKind
  let mean: MeanTest
  /// In base units.
  let budget: Double
  /// The p value of "the true mean is within the budget".
  let pAbove: Double

  init(_ values: [Double], kind: RunKind, budget: Double) throws(NoRatio) {
    guard values.count >= MeanTest.fewestValues else { throw .tooFew(values.count) }
    do throws(StatisticsError) {
      mean = try MeanTest(Distribution(values), as: .candidate)
      pAbove = try mean.pValue(meanAtMost: budget)
    } catch {
      throw .undefined(error.description)
    }
    self.kind = kind
    self.budget = budget
  }

  /// The verdict, once the p values of all cells are adjusted: regressed if the mean is shown to exceed the
  /// budget, within the gate if its interval is within it, else inconclusive.
  func verdict(
    above: Double, testLevel: Double, rule: DecisionRule
  ) throws(StatisticsError) -> CellResult {
    let interval = try mean.interval(confidenceLevel: rule.confidenceLevel)
    return CellResult(
      verdict: above <= rule.alpha
        ? .regressed : interval.upper <= budget ? .withinGate : .inconclusive,
      value: .mean(interval), bound: budget, evidence: .values(mean.count), kind: kind,
      pValue: above,
      detectable: try DetectionDesign(
        .mean(degreesOfFreedom: mean.count - 1), level: testLevel, power: rule.power
      ).mean(error: mean.standardError, above: budget),
      layout: nil)
  }
}

import Recording
import Statistics

/// Figures of runs that repeat each other; see ``RepeatRule``.
struct RepeatComparison {
  let baseline: [Double]
  let candidate: [Double]
  /// What these runs were made for.
  let kind: RunKind
  /// By how much the candidate may exceed the baseline, in base units.
  let threshold: Double

  /// Of runs that repeat each other; nil where either side has too few of them.
  init?(
    baseline: [Double], candidate: [Double], kind: RunKind, allowed: Double?, rule: RepeatRule
  ) {
    guard let baseline = rule.repeated(baseline), let candidate = rule.repeated(candidate),
      let most = baseline.last, most > 0
    else { return nil }
    self.baseline = baseline
    self.candidate = candidate
    self.kind = kind
    threshold = rule.threshold(of: most, allowed: allowed)
  }

  /// The verdict; it needs no other cell's, since nothing is left to chance.
  func verdict(rule: DecisionRule) throws(StatisticsError) -> CellVerdict {
    let a = try Distribution(baseline).sorted
    let b = try Distribution(candidate).sorted
    let point = Self.median(b) / Self.median(a)
    let verdict: Verdict =
      b[0] - a[a.count - 1] > threshold
      ? .regressed : a[0] - b[b.count - 1] > threshold ? .improved : .unchanged
    let bound = 1 + threshold / a[a.count - 1]
    return CellVerdict(
      verdict: verdict,
      figure: .ratio(
        try Estimate(
          point: point, lower: b[0] / a[a.count - 1], upper: b[b.count - 1] / a[0],
          standardError: 0, confidenceLevel: rule.confidenceLevel)),
      bound: bound, evidence: .repeats(min(a.count, b.count)), kind: kind,
      pValue: nil, detectable: bound, isLayoutSuspect: false)
  }

  private static func median(_ sorted: [Double]) -> Double {
    (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

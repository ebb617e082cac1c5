import Recording
import Statistics

extension RatioTest {
  /// The verdict, once the p values of all cells are adjusted.
  /// - Parameters:
  ///   - above: the adjusted p value of "not above the bound".
  ///   - below: that of "not below the floor's mirror image".
  ///   - level: the greatest adjusted p value that shows a change.
  ///   - testLevel: the level of one test, for what it could have found.
  ///   - isSuspect: whether a ratio is put down to the place of the code.
  func verdict(
    above: Double, below: Double, level: Double, testLevel: Double, rule: DecisionRule,
    isSuspect: (Double) -> Bool
  ) throws(StatisticsError) -> CellVerdict {
    let estimate = try logRatio.ratio(confidenceLevel: rule.confidenceLevel)
    let shown: Verdict? = above <= level ? .regressed : below <= level ? .improved : nil
    let isLayoutSuspect = shown != nil && !isOverLayouts && isSuspect(estimate.point)
    return CellVerdict(
      verdict: isLayoutSuspect ? .inconclusive : shown ?? unshown(estimate),
      figure: .ratio(estimate), bound: bound, evidence: evidence, kind: kind,
      pValue: shown == .improved ? below : above,
      detectable: try logRatio.detectableRatio(above: bound, alpha: testLevel, power: rule.power),
      isLayoutSuspect: isLayoutSuspect)
  }

  private var isOverLayouts: Bool {
    if case .layouts = evidence { true } else { false }
  }

  private func unshown(_ estimate: Estimate) -> Verdict {
    estimate.isUnchanged(within: margin) ? .unchanged : .inconclusive
  }
}

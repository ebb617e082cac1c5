import Recording
import Statistics

extension RatioTest {
  /// The p values of a cell, adjusted for all cells that share its level.
  struct Adjusted {
    /// Of "not above the bound".
    let above: Double
    /// Of "not below 1".
    let below: Double
    /// What is told where neither is shown.
    let told: Double
  }

  /// The verdict, once the p values of all cells are adjusted. Growth and its mirror image are called
  /// so where they are shown, and the estimate is beyond what is negligible.
  /// - Parameters:
  ///   - level: the greatest adjusted p value that shows a change.
  ///   - design: what decided about pairs, for the change that it detects.
  ///   - check: asks whether a ratio may be the place of the code, and is told whether it is one over
  ///     several layouts.
  func verdict(
    _ p: Adjusted, level: Double, design: PairDesign, rule: DecisionRule,
    check: (_ ratio: Double, _ isOverLayouts: Bool) -> LayoutCheck?
  ) throws(StatisticsError) -> CellVerdict {
    let estimate = try logRatio.ratio(confidenceLevel: rule.confidenceLevel)
    let shown: Verdict? =
      if p.above <= level, estimate.point > negligible.upperBound {
        .regressed
      } else if p.below <= level, estimate.point < negligible.lowerBound {
        .improved
      } else {
        nil
      }
    let layout = shown.flatMap { _ in check(estimate.point, isOverLayouts) }
    return CellVerdict(
      verdict: layout == .suspect ? .inconclusive : shown ?? estimate.verdict(within: margin),
      figure: .ratio(estimate), bound: bound, evidence: evidence, kind: kind,
      pValue: shown == .improved ? p.below : shown == .regressed ? p.above : p.told,
      detectable: try detectable(design, rule), layout: layout,
      negligible: negligible, margin: margin)
  }

  private func detectable(
    _ design: PairDesign, _ rule: DecisionRule
  ) throws(StatisticsError) -> Double {
    if design.level < smallestPValue { return .infinity }
    let kind: DetectionDesign.Kind
    switch evidence {
    case .pairs(let count): kind = .pairs(design.looks?.pairs ?? [count])
    default: kind = .mean(degreesOfFreedom: max(1, Int(logRatio.degreesOfFreedom)))
    }
    return try DetectionDesign(
      kind, level: design.level, power: rule.power,
      stopping: design.looks.map { rule.stopping(at: $0, allowing: bound - 1, margin: margin) }
    ).ratio(
      error: logRatio.standardError, pairs: evidence.count, above: bound,
      floor: negligible.upperBound)
  }

  private var isOverLayouts: Bool {
    if case .layouts = evidence { true } else { false }
  }
}

/// What decided about the pairs of a family of cells.
struct PairDesign {
  /// The level of one test at one number of pairs.
  let level: Double
  /// When they were looked at, if what was seen then decided how many there would be; nil where their
  /// number was given.
  let looks: LookSchedule?
}

extension DecisionRule {
  /// When a cell is left though no growth was shown (``LookTest``).
  fileprivate func stopping(
    at looks: LookSchedule, allowing allowed: Double, margin: Double
  ) -> DetectionDesign.Stopping {
    DetectionDesign.Stopping(
      growth: 1 + max(allowed, futilityMargin),
      growthConfidence: 1 - futilityLevel / Double(looks.count), margin: 1 + margin,
      confidenceLevel: confidenceLevel)
  }
}

import Recording
import Statistics

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

  /// The verdict, once the p values of all cells are adjusted: regressed where the mean is shown to be
  /// above the budget, within the gate where its interval is within it, else inconclusive.
  func verdict(
    above: Double, testLevel: Double, rule: DecisionRule
  ) throws(StatisticsError) -> CellVerdict {
    let interval = try mean.interval(confidenceLevel: rule.confidenceLevel)
    return CellVerdict(
      verdict: above <= rule.alpha
        ? .regressed : interval.upper <= budget ? .withinGate : .inconclusive,
      figure: .mean(interval), bound: budget, evidence: .values(mean.count), kind: kind,
      pValue: above,
      detectable: try DetectionDesign(
        .mean(degreesOfFreedom: mean.count - 1), level: testLevel, power: rule.power
      ).mean(error: mean.standardError, above: budget),
      layout: nil)
  }
}

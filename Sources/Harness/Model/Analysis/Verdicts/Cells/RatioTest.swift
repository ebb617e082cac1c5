import Metrics
import Recording
import Statistics

/// The test of one cell's ratio by itself: its p values before other cells are considered.
package struct RatioTest: Hashable, Sendable {
  let evidence: CellResult.Evidence
  /// From all pairs.
  package let logRatio: LogRatio
  /// The ratio that a regression must be shown to exceed.
  let bound: Double
  /// The estimates that count as no change, however certain.
  let negligible: ClosedRange<Double>
  /// The share of 1 within which the ratio counts as unchanged, or as within its gate.
  let margin: Double
  /// The mean of the baseline's measurements, in base units.
  let baseline: Double
  /// No smaller p value is possible with this many runs; 0 for pairs, whose p value already reflects it.
  let smallestPValue: Double
  /// The p value of "the ratio is at most the bound".
  let pAbove: Double
  /// The p value of "the ratio is at least 1".
  let pBelow: Double

  /// A Boolean value indicating whether there are enough pairs for a test.
  private let isTested: Bool
  /// A Boolean value indicating whether the pairs are too few for any test, and settle nothing either.
  private let isOpen: Bool
  /// The findings of each of several machines; nil for one machine.
  let machines: MachineSpread?
  private let isOverLayouts: Bool

  /// The two-sided p value of "both are the same", for a test with the bound 1.
  var pValueOfEquality: Double { Self.twoSidedPValue((pAbove, pBelow)) }

  /// The two-sided p value by those of both sides.
  static func twoSidedPValue(_ sides: (above: Double, below: Double)) -> Double {
    min(1, 2 * min(sides.above, sides.below))
  }

  /// The forecast for more pairs; nil unless it rests on pairs alone. The p values are corrected for this
  /// number of interim analyses. Before the first analysis they have reached nothing that could be continued.
  func forecast(analyses: Int = 1) -> PairForecast? {
    guard case .pairs(let pairs) = evidence else { return nil }
    let reached = (logRatio.location > 0 ? pAbove : pBelow) / Double(analyses)
    return PairForecast(logRatio, pairs: pairs, reached: isTested ? reached : nil)
  }

  /// Tests pairs: at each of the rule's interim analyses, or once at the end. Before the first analysis nothing
  /// is tested, and both p values are 1; looks may still settle it.
  package init(
    _ metric: Metric, pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int,
    of partition: Partition? = nil, allowed: Double?, rule: DecisionRule
  ) throws(NoRatio) {
    let all = try PairedSides(pairs, layouts: layouts, of: partition)
    machines = all.machines
    isOverLayouts = layouts > 1
    if let first = rule.stops.first, pairs.count < first {
      throw .beforeFirstInterim(pairs.count, first: first)
    }
    var interims: [PairedTest] = []
    for count in rule.interims?.taken(with: pairs.count) ?? [] {
      interims.append(try PairedSides(Array(pairs.prefix(count)), layouts: layouts).test)
    }
    if rule.interims == nil { interims = [all.test] }
    isTested = !interims.isEmpty
    let bound = rule.bound(allowing: allowed)
    var above: [Double] = []
    var below: [Double] = []
    do throws(StatisticsError) {
      for interim in interims {
        above.append(try interim.pValue(ratioAtMost: bound))
        below.append(try interim.pValue(ratioAtLeast: 1))
      }
    } catch {
      throw .undefined(error.description)
    }
    self.bound = bound
    evidence = all.evidence
    smallestPValue = 0
    logRatio = all.logRatio
    baseline = all.baseline
    negligible = rule.negligible(metric, baseline: baseline, allowing: allowed)
    margin = rule.unchangedMargin(allowing: allowed)
    if let interims = rule.interims, pairs.count < interims.pairs[0] {
      // There are only looks so far, which have no level.
      let looks = InterimTest(
        rule: rule, level: 0, metric: metric, allowed: allowed, layouts: layouts)
      isOpen = (try? looks.isDone(pairs)) != true
    } else {
      isOpen = false
    }
    pAbove = rule.interims?.combined(above) ?? above.first ?? 1
    pBelow = rule.interims?.combined(below) ?? below.first ?? 1
  }

  /// Tests unpaired runs, once. `isAcrossTimes` says whether the sides were measured at different times.
  package init(
    _ metric: Metric, independent baseline: [Double], _ candidate: [Double],
    isAcrossTimes: Bool = false, allowed: Double?, rule: DecisionRule
  ) throws(NoRatio) {
    let bound = rule.bound(allowing: allowed)
    do throws(StatisticsError) {
      let sides = try (Distribution(baseline), Distribution(candidate))
      let ratio = try IndependentRatio(baseline: sides.0, candidate: sides.1)
      logRatio = ratio.logRatio
      smallestPValue = ratio.smallestPValue
      pAbove = max(ratio.smallestPValue, try logRatio.pValue(ratioAtMost: bound))
      pBelow = max(ratio.smallestPValue, try logRatio.pValue(ratioAtLeast: 1))
      self.baseline = sides.0.mean
      negligible = rule.negligible(metric, baseline: sides.0.mean, allowing: allowed)
    } catch {
      throw NoRatio(error, of: baseline + candidate)
    }
    let count = min(baseline.count, candidate.count)
    evidence = isAcrossTimes ? .acrossTimes(count) : .independent(count)
    machines = nil
    isTested = true
    isOpen = false
    isOverLayouts = false
    margin = rule.unchangedMargin(allowing: allowed)
    self.bound = bound
  }

  /// Returns whether a cell without a finding needs no more pairs: its growth is shown to be small, and it is
  /// unchanged or within its gate.
  ///
  /// An interval beyond the noise floor settles nothing, unless its growth is allowed: such a change is real, and
  /// more pairs show it.
  func isSettled(by rule: DecisionRule) throws(StatisticsError) -> Bool {
    guard try growsLittle(by: rule) else { return false }
    let interval = try logRatio.ratio(confidenceLevel: rule.confidenceLevel)
    return !interval.isBeyond(negligible, bound: bound)
      && interval.verdict(within: margin) != .inconclusive
  }

  /// Returns whether growth is shown to be below what the gate allows, or below the futility margin.
  func growsLittle(by rule: DecisionRule) throws(StatisticsError) -> Bool {
    try logRatio.upperBound(confidenceLevel: 1 - rule.futilityLevel)
      < 1 + max(bound - 1, rule.futilityMargin)
  }

  /// The p values of a cell, adjusted for all cells that share its level.
  struct Adjusted {
    /// The p value of "not above the bound".
    let above: Double
    /// The p value of "not below 1".
    let below: Double
    /// The reported p value if neither is shown.
    let reported: Double
  }

  /// The verdict, once the p values of all cells are adjusted. Growth and improvement are called so if they
  /// are shown, by an adjusted p value of at most `level`, and the estimate exceeds what is negligible. The
  /// design gives the pairs and levels for the detectable change; `check` asks whether a ratio may come from
  /// the place of the code.
  func verdict(
    _ p: Adjusted, of kind: RunKind, level: Double, design: PairDesign, rule: DecisionRule,
    check: (_ ratio: Double, _ isOverLayouts: Bool) -> LayoutCheck?
  ) throws(StatisticsError) -> CellResult {
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
    var result = CellResult(
      verdict: layout == .suspect || isOpen
        ? .inconclusive : shown ?? estimate.verdict(within: margin),
      value: .ratio(estimate), bound: bound, evidence: evidence, kind: kind,
      pValue: shown == .improved ? p.below : p.reported,
      detectable: try detectable(design, rule), layout: layout, test: self)
    result.machines = machines?.marked(level: design.level)
    if result.verdict == .inconclusive, layout == nil {
      result.deciding = DecidingEffort(
        self, estimate: estimate, level: design.level * Double(design.interims?.count ?? 1),
        isAdaptive: design.interims != nil, rule: rule)
    }
    return result
  }

  private func detectable(
    _ design: PairDesign, _ rule: DecisionRule
  ) throws(StatisticsError) -> Double {
    if design.level < smallestPValue { return .infinity }
    let kind: DetectionDesign.TestKind
    switch evidence {
    case .pairs(let count): kind = .pairs(design.interims?.pairs ?? [count])
    default: kind = .mean(degreesOfFreedom: max(1, Int(logRatio.degreesOfFreedom)))
    }
    return try DetectionDesign(
      kind, level: design.level, power: rule.power,
      stopping: design.interims == nil ? nil : rule.stopping(allowing: bound - 1, margin: margin)
    ).ratio(
      error: logRatio.standardError, pairs: evidence.count, above: bound,
      floor: negligible.upperBound)
  }
}

/// The numbers of pairs and levels that decided a family of cells.
struct PairDesign {
  /// The level of one test at one number of pairs.
  let level: Double
  /// The interim analyses, if their findings decided the number of pairs; nil if that was given.
  let interims: InterimSchedule?
}

extension DecisionRule {
  /// The same with one analysis, at the end.
  var atOnce: DecisionRule {
    var rule = self
    rule.interims = nil
    return rule
  }

  /// When a cell is settled although no growth was shown (``RatioTest/isSettled(by:)``).
  fileprivate func stopping(allowing allowed: Double, margin: Double) -> DetectionDesign.Stopping {
    DetectionDesign.Stopping(
      growth: 1 + max(allowed, futilityMargin), growthConfidence: 1 - futilityLevel,
      margin: 1 + margin, confidenceLevel: confidenceLevel,
      looks: stops.filter { interims?.pairs.contains($0) == false })
  }
}

extension Estimate {
  /// Returns the verdict on a ratio that is shown to be neither worse nor better: unchanged if its interval
  /// lies within a share of 1, up and down alike, and contains 1; within the gate if it does not contain 1.
  func verdict(within margin: Double) -> Verdict {
    guard lower >= 1 / (1 + margin) && upper <= 1 + margin else { return .inconclusive }
    return excludes(1) ? .withinGate : .unchanged
  }
}

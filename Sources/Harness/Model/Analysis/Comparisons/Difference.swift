import Metrics
import Recording
import Statistics

/// A difference between builds, found for information: candidate over baseline, or the share of a cost
/// (``Attribution``), with its 95 % interval.
///
/// Runs of one round were made side by side and are compared as pairs, by the 10 % trimmed mean of their log
/// ratios (`PairedRatio`). If the builds were linked in several layouts of their code, the layouts decide:
/// the mean of their trimmed means (`ClusteredRatio`). A difference between two builds in all of their runs
/// may still come from where the linker put their functions, and only more layouts show that. Imported runs
/// are not paired and are compared by the ratio of their means (`IndependentRatio`).
///
/// A verdict (``CellResult``) rests on the same tests of pairs (``RatioTest``), but answers another question. A
/// difference is tested together with those of all builds and of all stories together, needs no gate, and
/// uses whatever runs passed. A verdict asks about one candidate alone, closes stories with failed runs, and
/// compares measurements that repeat by their range.
public struct Difference: Sendable {
  /// The ratio, where 1 means equal; or the share, where 0 does: 0.07 is 7 %.
  public let estimate: Estimate
  /// The evidence that it is based on.
  public let evidence: CellResult.Evidence
  /// The estimate by the runs alone, ignoring layouts; nil if there is one layout.
  public let overRuns: Estimate?
  /// The two-sided p value of "there is none", adjusted for all that was compared with it
  /// (``Comparison/all(of:)``); nil if it was not tested, because the metric describes the machine.
  public private(set) var pValue: Double?
  /// The same of the runs alone.
  private var pValueOverRuns: Double?
  /// The number of differences that its p value was adjusted for, itself included.
  private var familySize = 1
  private let equality: Double
  /// The estimates that count as no difference, however certain.
  private let negligible: ClosedRange<Double>
  /// Its test by itself; nil for a share.
  private let test: RatioTest?

  /// The finding of a difference.
  public enum Finding: Sendable, Hashable {
    /// It is beyond chance after adjustment, and beyond the effects of moved code and of the metric's
    /// resolution. With several layouts it holds over them.
    case shown
    /// The runs show it, but it varies too much between layouts to be attributed to the builds: it may be the
    /// place of their functions.
    case layout
    /// It is beyond chance by itself, yet too small to be called a difference.
    case negligible
    /// The interval by itself excludes equality, but it is not shown. Calling that "no difference" would
    /// contradict the interval.
    case undecided
    /// There is none to be seen.
    case none
  }

  /// The finding.
  public var finding: Finding {
    if isShown(estimate, pValue) { return .shown }
    if let overRuns, isShown(overRuns, pValueOverRuns) { return .layout }
    let excludesEquality = estimate.excludes(equality)
    guard negligible.contains(estimate.point) else { return excludesEquality ? .undecided : .none }
    return excludesEquality || isBeyondChance(pValue) ? .negligible : .none
  }

  /// A Boolean value indicating whether it is shown.
  public var isShown: Bool { finding == .shown }

  /// The number of pairs that would show a ratio of this size; nil if no difference is in question, if the
  /// runs are not paired, or if a thousand would not be enough.
  public var pairsThatWouldDo: Int? {
    guard finding == .undecided, let forecast = test?.forecast() else { return nil }
    return forecast.pairs(
      toShow: estimate.point > 1 ? .above(1) : .below(1),
      at: DecisionRule.standard.discoveryRate / 2 / Double(max(1, familySize)))
  }

  private func isShown(_ estimate: Estimate, _ pValue: Double?) -> Bool {
    isBeyondChance(pValue) && !negligible.contains(estimate.point)
  }

  private func isBeyondChance(_ pValue: Double?) -> Bool {
    (pValue ?? 1) <= DecisionRule.standard.discoveryRate
  }
}

extension Difference {
  /// A story's candidate over its baseline.
  init(_ analysis: ExperimentAnalysis, baseline: Cell, candidate: Cell) throws(NoRatio) {
    let a = analysis.measurements(of: baseline)
    let b = analysis.measurements(of: candidate)
    for (cell, found) in [(baseline, a), (candidate, b)] where found.isEmpty {
      throw .missing(build: cell.build)
    }
    guard analysis.experiment.source.isMeasured else {
      try self.init(
        baseline.metric,
        RatioTest(
          baseline.metric, independent: a.map(\.value), b.map(\.value), allowed: nil,
          rule: .standard))
      return
    }
    try self.init(
      baseline.metric, pairs: Pair.all(baseline: a, candidate: b, round: \.round),
      layouts: analysis.layouts(of: baseline.metric))
  }

  /// The ratio of pairs of baseline and candidate. If the experiment has several layouts, they decide.
  init(_ metric: Metric, pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int)
    throws(NoRatio)
  {
    func test(_ layouts: Int) throws(NoRatio) -> RatioTest {
      try RatioTest(metric, pairs: pairs, layouts: layouts, allowed: nil, rule: .standard)
    }
    try self.init(metric, test(layouts), overRuns: layouts > 1 ? test(1) : nil)
  }

  private init(_ metric: Metric, _ test: RatioTest, overRuns: RatioTest? = nil) throws(NoRatio) {
    do throws(StatisticsError) {
      estimate = try test.logRatio.ratio()
      self.overRuns = try overRuns?.logRatio.ratio()
    } catch {
      throw .undefined(error.description)
    }
    evidence = test.evidence
    equality = 1
    negligible = test.negligible
    self.test = test
    if metric.polarity != .context {
      pValue = test.pValueOfEquality
      pValueOverRuns = overRuns?.pValueOfEquality
    }
  }

  /// The share of a cost; `overRuns` is the same over all runs, if there are several layouts.
  init(
    share: RatioDifference, overRuns: RatioDifference? = nil, evidence: CellResult.Evidence
  ) throws(StatisticsError) {
    let rule = DecisionRule.standard
    estimate = try share.estimate(confidenceLevel: rule.confidenceLevel)
    self.overRuns = try overRuns?.estimate(confidenceLevel: rule.confidenceLevel)
    self.evidence = evidence
    equality = 0
    negligible = -rule.floor...rule.floor
    test = nil
    pValue = try share.pValue
    pValueOverRuns = try overRuns?.pValue
  }

  /// Adjusts the p values of differences for their number: a share of `DecisionRule.discoveryRate` of those
  /// shown may be so by chance (Benjamini and Hochberg).
  /// - Parameter visitAll: changes each difference, always in the same order.
  /// - Returns: how many were tested.
  @discardableResult
  static func adjust(_ visitAll: ((inout Difference) -> Void) -> Void) -> Int {
    var count = 0
    for key in [\Difference.pValueOverRuns, \.pValue] {
      var pValues: [Double?] = []
      visitAll { pValues.append($0[keyPath: key]) }
      count = pValues.count { $0 != nil }
      // All of them are probabilities: tests take them from distributions.
      var adjusted = ((try? pValues.adjusted(by: BenjaminiHochberg.adjusted)) ?? [])[...]
      visitAll {
        $0[keyPath: key] = adjusted.popFirst() ?? nil
        $0.familySize = count
      }
    }
    return count
  }
}

extension Estimate {
  func excludes(_ value: Double) -> Bool { lower > value || upper < value }
}

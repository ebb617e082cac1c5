import Metrics
import Recording
import Statistics

/// Candidate over baseline, with its 95 % interval.
///
/// Runs of one round were made side by side and are compared as pairs, by the 10 % trimmed mean
/// of their log ratios (`PairedRatio`). Where the builds were linked in several layouts of their
/// code, the layouts decide: the mean over layouts of those trimmed means (`ClusteredRatio`). What
/// differs between two builds in all of their runs may still be where the linker put their
/// functions, and only more layouts show it. Imported runs have no such tie and are compared by the
/// ratio of their means (`IndependentRatio`).
///
/// A difference is reported if the p value, adjusted for all ratios of the experiment, is significant and the
/// estimate exceeds the floor.
public struct Ratio: Sendable {
  /// The ratio; 1 means equal.
  public let estimate: Estimate
  /// The way in which it was found.
  public let method: Method
  /// Of how many pairs, or runs of the side that has fewer.
  public let count: Int
  /// The estimate by the runs alone, whatever their layout; nil where there is one layout.
  public let overRuns: Estimate?
  /// The p value of "both are the same", two-sided, adjusted for all that was compared with it
  /// (``Comparison/all(of:)``).
  public internal(set) var pValue: Double?
  /// The same of the runs alone; nil where there is one layout.
  var pValueOverRuns: Double?
  /// The ratios that are called no difference, however sure they are.
  private let negligible: ClosedRange<Double>
  /// The number of ratios that its p value was adjusted for, itself included.
  var familySize = 1
  private let logRatio: LogRatio
  /// The p value by itself, whatever else was compared.
  private let pValueAlone: Double

  /// The way in which a ratio is found.
  public enum Method: Sendable, Equatable {
    /// From this many pairs.
    case paired(pairs: Int)
    /// From the pairs of this many layouts, each of which counts once.
    case overLayouts(layouts: Int)
    /// From two independent samples.
    case independent
  }

  /// A Boolean value indicating whether a difference is shown: beyond chance, whatever else was
  /// compared, and beyond what moved code and the metric's grain make.
  public var isDifference: Bool { isBeyondChance(pValue) && !negligible.contains(estimate.point) }

  /// A Boolean value indicating whether it is no chance by itself, and yet too small to be called a
  /// difference.
  public var isNegligible: Bool {
    (isBeyondChance(pValue) || estimate.excludesEquality) && negligible.contains(estimate.point)
  }

  /// A Boolean value indicating whether the runs alone, whatever their layout, show a difference.
  var isDifferenceOverRuns: Bool {
    guard let overRuns else { return false }
    return isBeyondChance(pValueOverRuns) && !negligible.contains(overRuns.point)
  }

  private func isBeyondChance(_ pValue: Double?) -> Bool {
    (pValue ?? 1) <= DecisionRule.standard.discoveryRate
  }

  /// The ratio of two cells.
  init(_ analysis: ExperimentAnalysis, baseline: Cell, candidate: Cell) throws(NoRatio) {
    let a = analysis.measurements(of: baseline)
    let b = analysis.measurements(of: candidate)
    for (cell, found) in [(baseline, a), (candidate, b)] where found.isEmpty {
      throw .missing(build: cell.build)
    }
    guard analysis.experiment.source.isMeasured else {
      try self.init(
        RatioTest(
          baseline.metric, independent: a.map(\.value), b.map(\.value), allowed: nil,
          rule: .standard))
      return
    }
    try self.init(
      baseline.metric, pairs: Pair.all(baseline: a, candidate: b, round: \.round),
      layouts: analysis.layouts(of: baseline.metric))
  }

  /// The ratio that pairs of baseline and candidate show.
  /// - Parameter layouts: how many layouts the experiment has; of several, the layouts decide.
  init(_ metric: Metric, pairs: [Pair<ExperimentAnalysis.Measurement>], layouts: Int)
    throws(NoRatio)
  {
    func test(_ layouts: Int) throws(NoRatio) -> RatioTest {
      try RatioTest(
        metric, pairs: pairs, layouts: layouts, allowed: nil, rule: .standard)
    }
    try self.init(test(layouts), overRuns: layouts > 1 ? test(1) : nil)
  }

  private init(_ test: RatioTest, overRuns: RatioTest? = nil) throws(NoRatio) {
    do throws(StatisticsError) {
      estimate = try test.logRatio.ratio()
      self.overRuns = try overRuns?.logRatio.ratio()
    } catch {
      throw .undefined(error.description)
    }
    pValue = test.pValueOfEquality
    pValueOverRuns = overRuns?.pValueOfEquality
    negligible = test.negligible
    count = test.evidence.count
    logRatio = test.logRatio
    pValueAlone = test.pValueOfEquality
    method =
      switch test.evidence {
      case .pairs(let pairs): .paired(pairs: pairs)
      case .layouts(let layouts, _): .overLayouts(layouts: layouts)
      default: .independent
      }
  }
}

extension Ratio {
  /// A Boolean value indicating whether there seems to be a difference that is not shown: the interval by itself
  /// leaves out 1. To call that "no difference" would contradict the interval beside it.
  public var isUndecided: Bool {
    !isDifference && !isNegligible && cause != .layout && estimate.excludesEquality
  }

  /// The number of pairs that would show a difference of this size; nil where no difference is in question, of
  /// what is not paired, and where a thousand would not.
  public var pairsThatWouldDo: Int? {
    guard isUndecided, case .paired(let pairs) = method else { return nil }
    let level = DecisionRule.standard.discoveryRate / 2 / Double(max(1, familySize))
    return PairForecast(logRatio, pairs: pairs, reached: pValueAlone / 2)
      .pairs(toShow: estimate.point > 1 ? .above(1) : .below(1), at: level)
  }
}

extension Ratio {
  /// The cause of a difference.
  public enum Cause: String, Sendable {
    /// The builds: it holds over the layouts of their code.
    case builds
    /// Where their functions happened to lie, for all that is known: the runs show it, but it
    /// differs from layout to layout too much to be the builds' own.
    case layout
  }

  /// The cause of the difference by several layouts; nil where there is one layout, and where neither
  /// the layouts nor the runs show a difference.
  public var cause: Cause? {
    guard overRuns != nil else { return nil }
    if isDifference { return .builds }
    return isDifferenceOverRuns ? .layout : nil
  }
}

extension Estimate {
  /// A Boolean value indicating whether the interval of a ratio leaves out 1.
  var excludesEquality: Bool { lower > 1 || upper < 1 }
}

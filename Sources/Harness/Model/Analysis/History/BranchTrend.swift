import Foundation
import Metrics
import Recording
import Scenarios
import Statistics

/// A story's metric on the commits that lead to a check's baseline, for a small picture beside a verdict; or in
/// the experiments of a history.
///
/// All values of a check are ratios to the baseline, over chains of checks (``AnchoredHistory``), so that they
/// stay the same on another machine. Those of a history are ratios to its level before the latest value.
public struct BranchTrend: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The metric.
  public let metric: Metric
  /// The earlier ratios, the oldest first: the latest ``maximum``.
  public let values: [Double]
  /// The check's own ratio, or that of the latest experiment.
  public let current: Double
  /// The share by which values differ by chance: 0.01 for 1 %.
  public let noise: Double

  /// The greatest number of values.
  public static let maximum = 20
  /// Fewer values say nothing about noise.
  static let minimum = 5

  /// The trends of a check's gated cells that changed or are undecided; `earlier` are the checks that lead to
  /// its baseline.
  /// - Throws: `StatisticsError` if a ratio is not a number.
  public static func all(
    of check: (experiment: Experiment, judgement: Judgement),
    after earlier: [(experiment: Experiment, judgement: Judgement)]
  ) throws(StatisticsError) -> [BranchTrend] {
    let names = check.judgement.gated.filter(\.isWorthATrend).map(\.name)
    var trends: [BranchTrend] = []
    for metric in Set(names.map(\.metric)).sorted() {
      let stories = names.filter { $0.metric == metric }.map(\.story)
      guard
        let history = try AnchoredHistory(of: earlier + [check], metric: metric, stories: stories)
      else { continue }
      for series in history.series {
        // Without a value of its own, the latest is another check's.
        guard let last = series.points.last, last.experiment.number == check.experiment.number
        else { continue }
        let values = series.points.dropLast().map(\.ratio.point)
        if let trend = BranchTrend(
          story: series.story, metric: metric, values: values, current: last.ratio.point)
        {
          trends.append(trend)
        }
      }
    }
    return trends
  }

  /// Nil with fewer than ``minimum`` values, or if one is too large or too small for a ratio.
  init?(story: String, metric: Metric, values: [Double], current: Double) {
    guard values.count >= Self.minimum else { return nil }
    self.story = story
    self.metric = metric
    self.values = Array(values.suffix(Self.maximum))
    self.current = current
    noise = Self.noise(of: self.values)
    guard noise.isFinite, (self.values + [current]).allSatisfy(\.isFinite) else { return nil }
  }

  /// The half-width of a band that holds 95 % of values if nothing changes. It comes from the median of the
  /// steps between neighbours, so that a few real changes don't widen it: a step has √2 times a value's
  /// standard deviation, and the median of a normal distribution's absolute values is 0.6745 of its own. It
  /// is at least what code's place may cause.
  private static func noise(of values: [Double]) -> Double {
    let logarithms = values.map { log($0) }
    let steps = zip(logarithms, logarithms.dropFirst()).map { abs($1 - $0) }.sorted()
    let deviation = steps.medianOfSorted / (0.6745 * 2.0.squareRoot())
    return max(exp(1.96 * deviation) - 1, DecisionRule.standard.floor)
  }

  /// The trends of a history of comparisons, one for each story with enough values.
  public static func all(of history: AnchoredHistory) -> [BranchTrend] {
    history.series.compactMap { series in
      BranchTrend(
        story: series.story, metric: history.metric, series: series.points.map(\.ratio.point),
        changes: series.points.indices.filter { series.points[$0].step != nil })
    }
  }

  /// The trends of a history of means, one for each story and build with enough values since the machine or the
  /// compiler changed: a mean of another machine is no noise of this one's.
  public static func all(of history: History) -> [BranchTrend] {
    history.series.compactMap { series in
      let change = series.points.lastIndex { point in
        point.breaks.contains { $0.isOfMachine || $0.isOfBuild }
      }
      let points = Array(series.points[(change ?? 0)...])
      return BranchTrend(
        story: "\(series.story) on \(series.build)", metric: history.metric,
        series: points.map(\.summary.mean),
        changes: points.indices.filter { points[$0].change != nil })
    }
  }

  /// A trend relative to the median of the values from the last change on, without the latest value: that is
  /// judged by it. Nil with too few values, or if any is 0, which has no ratio.
  private init?(story: String, metric: Metric, series: [Double], changes: [Int]) {
    guard let latest = series.last, series.allSatisfy({ $0 > 0 }) else { return nil }
    let earlier = series.dropLast()
    let level = earlier[(changes.last { $0 < earlier.count } ?? 0)...].sorted()
    guard !level.isEmpty else { return nil }
    let median = level.medianOfSorted
    self.init(
      story: story, metric: metric, values: earlier.map { $0 / median }, current: latest / median)
  }

  /// Returns the checks of the same scenario whose commit is the check's baseline, or one that leads to it, in
  /// order of time: at most ``maximum``. A part that lacks those of other machines is none.
  ///
  /// What leads to a commit is known from the checks themselves, because a job may have fetched a single
  /// commit: each names the commits that its candidate has and its baseline does not, and its baseline.
  public static func checks(leadingTo check: Experiment, among all: [Experiment]) -> [Experiment] {
    guard let baseline = check.baselineRevision?.commit else { return [] }
    let earlier = all.filter {
      $0.name == check.name && $0.number != check.number && $0.startedAt < check.startedAt
    }
    let others = earlier.filter {
      $0.decision?.purpose.isCheck == true && $0.completedAt != nil
        && $0.candidateRevision?.isModified == false && $0.partition?.missingWords == nil
    }.sorted { Experiment.isEarlier($1, than: $0) }
    var known: Set = [baseline]
    var chosen: Set<Int64> = []
    var hasMore = true
    while hasMore {
      hasMore = false
      for other in others {
        guard let number = other.number, !chosen.contains(number),
          let commit = other.candidateRevision?.commit, known.contains(commit)
        else { continue }
        chosen.insert(number)
        known.formUnion(other.decision?.ancestry ?? [])
        known.formUnion([other.baselineRevision?.commit].compactMap(\.self))
        hasMore = true
      }
    }
    return others.filter { chosen.contains($0.number ?? 0) }.prefix(maximum).reversed()
  }
}

extension Judgement {
  /// A Boolean value indicating whether any cell changed or is undecided, so that its trend is worth a look.
  public var hasTrends: Bool { gated.contains(where: \.isWorthATrend) }
}

extension JudgedCell {
  /// A Boolean value indicating whether it is about a whole story's ratio, and not shown to be as before.
  fileprivate var isWorthATrend: Bool {
    guard name.step == nil, gate?.isBudget != true, let result = outcome.result,
      result.value.isRatio
    else { return false }
    switch result.verdict {
    case .improved, .regressed, .inconclusive: return true
    case .unchanged, .withinGate: return false
    }
  }
}

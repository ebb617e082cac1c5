import Foundation
import Metrics
import Recording
import Statistics

/// The result of a search for a commit, with everything it rests on.
public struct BisectionResult: Sendable {
  /// The experiment with all pairs.
  public let analysis: ExperimentAnalysis
  /// The good end.
  public let good: Commit
  /// The commits in question, parents before children; the last one is the bad end.
  public let commits: [Commit]
  /// The metric.
  public let metric: Metric
  /// The required probability of the culprit.
  public let probability: Double
  /// The story used for the search; nil if no story shows a change.
  public let story: String?
  /// How both ends differ, story by story.
  public let ends: [End]
  /// The commits that were measured or skipped, in the order of ``commits``.
  public let visited: [Visit]
  /// The finding; nil if no change was shown, or if the search was interrupted.
  public let finding: BisectionFinding?
  /// A Boolean value indicating whether the user asked to stop.
  public let isInterrupted: Bool
  /// A Boolean value indicating whether it ended because its time was up.
  public let isOutOfTime: Bool

  /// The change of a story between both ends.
  public struct End: Sendable {
    /// The story.
    public let story: String
    /// The number of pairs that were tested.
    public let pairs: Int
    /// bad / good; nil with fewer than ten pairs.
    public let ratio: Estimate?
    /// A Boolean value indicating whether a change is shown.
    public let isShown: Bool
  }

  /// A commit that was measured, or could not be.
  public struct Visit: Sendable {
    /// Its place in ``BisectionResult/commits``.
    public let place: Int
    /// The number of pairs that passed.
    public let pairs: Int
    /// Its cost over that of the good end; nil with fewer than two pairs.
    public let ratio: Estimate?
    /// The reason why it was skipped; nil if it was measured.
    public let failure: RunFailure?
  }

  /// Combines the measurements: the tests of both ends, by story, and the story's search, which is nil if no
  /// change was shown. The commits in question have parents before children; failures say why some were
  /// skipped, by their places.
  public init(
    _ analysis: ExperimentAnalysis, good: Commit, _ commits: [Commit], metric: Metric,
    probability: Double, story: String?, ends: [String: EndsTest], _ search: Bisection?,
    finding: BisectionFinding?, failures: [Int: RunFailure], isInterrupted: Bool,
    isOutOfTime: Bool
  ) {
    self.analysis = analysis
    self.good = good
    self.commits = commits
    self.metric = metric
    self.probability = probability
    self.story = story
    self.finding = isInterrupted ? nil : finding
    self.isInterrupted = isInterrupted
    self.isOutOfTime = isOutOfTime
    self.ends = analysis.experiment.stories.compactMap { story in
      guard let test = ends[story.name] else { return nil }
      return End(
        story: story.name, pairs: test.pairs, ratio: try? test.change?.ratio(),
        isShown: test.result == .changed)
    }
    let pairs = search?.pairs ?? [:]
    visited = commits.indices.compactMap { place in
      let own = pairs[place] ?? []
      if own.isEmpty, failures[place] == nil { return nil }
      let ratio = try? PairedRatio(LogQuotients(Distribution(own))).logRatio.ratio()
      return Visit(place: place, pairs: own.count, ratio: ratio, failure: failures[place])
    }
  }

  /// The measured commit that fits the answer least, and the ratio that the answer predicts for it. The bad
  /// end is included. Nil if all fit, or if no commit is named.
  ///
  /// A search knows one culprit or two. With more, such as a step, its revert and another step, two may
  /// explain most of the measurements, but not all.
  public var misfit: (visit: Visit, expected: Double)? {
    guard let finding, !finding.effects.isEmpty else { return nil }
    let graph = CommitGraph(commits, after: good.hash)
    let change = finding.effects.map { abs($0.mean) }.max() ?? 0
    var worst: (visit: Visit, expected: Double, distance: Double)?
    for visit in visited {
      guard let ratio = visit.ratio, ratio.lower > 0, ratio.upper.isFinite else { continue }
      let expected = finding.effects.filter { graph.contains($0.commit, in: visit.place) }
        .map(\.mean).reduce(0, +)
      let distance = abs(log(ratio.point) - expected)
      let error = (log(ratio.upper) - log(ratio.lower)) / (2 * Self.widthOf95)
      // The difference of the ends is what was searched for, however small compared with a reverted change.
      let isEnd = visit.place == commits.count - 1
      let least = isEnd ? min(change, abs(log(ratio.point))) : change
      guard distance > 3 * (error * error + finding.shift * finding.shift).squareRoot(),
        distance > least / 3, distance > worst?.distance ?? 0
      else { continue }
      worst = (visit, exp(expected), distance)
    }
    return worst.map { ($0.visit, $0.expected) }
  }

  /// Standard deviations from the mean to the ends of an interval of 95 %.
  private static let widthOf95 = 1.959_963_985

  /// Passed if one or two culprits are named and all measurements fit. Not comparable if the ends don't
  /// differ. Inconclusive if only a range is known, if the change crept in, or if time was up.
  public var outcome: Outcome {
    if isInterrupted { return .interrupted }
    switch finding?.kind {
    case nil: return isOutOfTime ? .inconclusive : .notComparable
    case .one, .two: return misfit == nil ? .passed : .inconclusive
    case .crept, .range, .vanished: return .inconclusive
    }
  }

  /// How pairs were made that shared no CPU, and why. Left out is what the metric itself needs, as it does in every
  /// search.
  public var arrangementsApart: [Finding] {
    analysis.findings.filter { finding in
      guard case .arrangement(let arrangement, _, _) = finding else { return false }
      return switch arrangement {
      case .backToBack(let reason, _): reason != .gate
      case .gang: true
      case .duet, .load: false
      }
    }
  }

  /// Returns whether a culprit's change may come from the place of the code; nil if it can't. A search counts no
  /// instructions, so only several layouts tell.
  public func layoutCheck(of effect: BisectionFinding.Effect) -> LayoutCheck? {
    guard let story, let decision = analysis.experiment.decision else { return nil }
    let examiner = CellExaminer(
      analysis, baseline: decision.baseline, candidate: decision.candidate, rule: decision.rule)
    return LayoutChecker(examiner: examiner, instructions: nil).check(
      exp(effect.mean), of: CellName(story: story, metric: metric),
      isOverLayouts: analysis.experiment.layouts > 1)
  }

  /// The named culprits.
  public var culprits: [Commit] {
    switch finding?.kind {
    case .one(let place): [commits[place]]
    case .two(let first, let second): [commits[first], commits[second]]
    case .crept, .range, .vanished, nil: []
    }
  }
}

import Foundation
import Metrics
import Recording
import Statistics

/// What a search for a commit has come to, with all that it rests on.
public struct BisectionResult: Sendable {
  /// The experiment with all pairs.
  public let analysis: ExperimentAnalysis
  /// The good end.
  public let good: Commit
  /// The commits in question, parents before children; the last one is the bad end.
  public let commits: [Commit]
  /// The metric.
  public let metric: Metric
  /// How probable the culprit was to be.
  public let probability: Double
  /// The story that was searched by; nil where no story shows a change.
  public let story: String?
  /// What both ends differ by, story by story.
  public let ends: [End]
  /// The commits that were measured or skipped, in the order of ``commits``.
  public let visited: [Visit]
  /// What was found; nil where no change was shown, and where it was interrupted.
  public let finding: BisectionFinding?
  /// Whether the user asked to stop.
  public let isInterrupted: Bool
  /// Whether it ended since its time was up.
  public let isOutOfTime: Bool

  /// The change of a story between both ends.
  public struct End: Sendable {
    /// The story.
    public let story: String
    /// How many pairs were made.
    public let pairs: Int
    /// bad / good; nil with fewer than ten pairs.
    public let ratio: Estimate?
    /// Whether a change is shown.
    public let isShown: Bool
  }

  /// A commit that was measured, or could not be.
  public struct Visit: Sendable {
    /// Its place in ``BisectionResult/commits``.
    public let place: Int
    /// How many pairs were made that passed.
    public let pairs: Int
    /// Its cost over that of the good end; nil with fewer than two pairs.
    public let ratio: Estimate?
    /// Why it was skipped; nil where it was measured.
    public let failure: RunFailure?
  }

  /// Puts together what was measured.
  /// - Parameters:
  ///   - commits: those in question, parents before children.
  ///   - ends: the tests of both ends, by story.
  ///   - search: what was measured of the story; nil where no change was shown.
  ///   - failures: why commits were skipped, by their places.
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

  /// The measured commit, the bad end among them, that fits the answer least, and where the answer has it, as a
  /// ratio. Nil if all fit, and if no commit is named.
  ///
  /// A search knows one culprit or two. With more of them, such as a step, its revert and another step, two may
  /// explain most of what was measured, and yet not all.
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
      guard distance > 3 * (error * error + finding.shift * finding.shift).squareRoot(),
        distance > change / 3, distance > worst?.distance ?? 0
      else { continue }
      worst = (visit, exp(expected), distance)
    }
    return worst.map { ($0.visit, $0.expected) }
  }

  /// Standard deviations from the mean to the ends of an interval of 95 %.
  private static let widthOf95 = 1.959_963_985

  /// How it ends: passed if a culprit is named, or two, and all that was measured fits; not comparable if both
  /// ends don't differ; inconclusive if all that is known is a range, or that it crept in, and if time was up.
  public var outcome: Outcome {
    if isInterrupted { return .interrupted }
    switch finding?.kind {
    case nil: return isOutOfTime ? .inconclusive : .notComparable
    case .one, .two: return misfit == nil ? .passed : .inconclusive
    case .crept, .range, .vanished: return .inconclusive
    }
  }

  /// The culprits that are named.
  public var culprits: [Commit] {
    switch finding?.kind {
    case .one(let place): [commits[place]]
    case .two(let first, let second): [commits[first], commits[second]]
    case .crept, .range, .vanished, nil: []
    }
  }
}

import Foundation
import Metrics
import Recording
import Statistics

/// A metric over comparisons with the same build, the anchor: for each story the ratio to it, and where that
/// changes.
///
/// Both sides of a ratio were measured together, so it stays the same on a slower machine or another day,
/// while the measurements themselves do not. Steps are found by `LevelShifts`.
///
/// A build that is proven to be the anchor's has the ratio 1 without error: nothing was measured.
///
/// The anchor is that of the latest comparison. Comparisons with an earlier anchor are included if a chain of
/// comparisons links the two. The chain with the least variance is used: the logarithms of its ratios add up,
/// and so do their variances, which widen the interval of each value that comes over it.
public struct AnchoredHistory: Sendable {
  /// The metric.
  public let metric: Metric
  /// The denominator's build.
  public let anchor: Anchor
  /// The stories with two values or more, in the order of their first appearance.
  public let series: [AnchoredSeries]
  /// The comparisons with a value for any story, in order of time.
  public let experiments: [Experiment]
  /// The earlier anchors that a chain links to this one, latest first.
  public let earlier: [Anchor]
  /// The baselines that no chain links to it; latest first.
  public let unlinked: [Anchor]

  /// A build that others are compared with: a commit and a recipe, on any machine and with any compiler, or
  /// an executable if no commit is known.
  public struct Anchor: Sendable, Hashable {
    /// The commit and the recipe, or the hash of the executable: equal for equal builds.
    public let identity: String
    /// Its name in the comparison, with its commit.
    public let name: String

    /// The build of an experiment; nil if it is unknown.
    init?(_ build: BuildRecord?, revision: Revision? = nil) {
      guard let build else { return nil }
      let revision = build.revision ?? revision
      let commit = revision.flatMap { $0.isModified ? nil : $0.commit }
      guard let identity = commit.map({ "\($0) \(build.recipe)" }) ?? build.sha256 else {
        return nil
      }
      self.identity = identity
      name = commit.map { "\(build.name) (\($0.prefix(7)))" } ?? build.name
    }

    /// Returns whether two are the same build, under any name.
    public static func == (a: Anchor, b: Anchor) -> Bool { a.identity == b.identity }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  }

  /// Creates a history from comparisons of one scenario, in any order; nil if no anchor has two. An empty
  /// list of stories includes all.
  /// - Throws: `StatisticsError` if a ratio is not a number.
  public init?(
    of judged: [(experiment: Experiment, judgement: Judgement)], metric: Metric,
    stories: [String] = []
  ) throws(StatisticsError) {
    let comparisons = judged.compactMap {
      AnchoredComparison($0.experiment, $0.judgement, metric: metric)
    }.sorted { Experiment.isEarlier($0.experiment, than: $1.experiment) }
    guard let anchor = comparisons.last?.anchor else { return nil }
    let names = comparisons.flatMap { $0.ratios.map(\.story) }.uniqued
    var series: [AnchoredSeries] = []
    var linked: [Anchor] = []
    for story in names where stories.isEmpty || stories.contains(story) {
      let chain = AnchorChain(comparisons, story: story, to: anchor)
      let values = comparisons.compactMap { chain.value(of: $0) }
      linked += values.map(\.comparison.anchor)
      if values.count > 1 { series.append(try AnchoredSeries(story: story, values)) }
    }
    guard !series.isEmpty else { return nil }
    let anchors = comparisons.reversed().map(\.anchor).uniqued.filter { $0 != anchor }
    self.metric = metric
    self.anchor = anchor
    self.series = series
    earlier = anchors.filter(linked.contains)
    unlinked = anchors.filter { !linked.contains($0) }
    let shown = Set(series.flatMap(\.points).map { $0.experiment.number ?? 0 })
    experiments = comparisons.filter { shown.contains($0.number) }.map(\.experiment)
  }
}

/// One story's ratio to the anchor, over the comparisons that measured it.
public struct AnchoredSeries: Sendable {
  /// The story's name.
  public let story: String
  /// At least two points, in order of time.
  public let points: [AnchoredPoint]
  /// The spread that times and machines add to the logarithm of a ratio; nil with too few points.
  public let spread: Double?

  /// Smaller changes of a ratio's logarithm are no steps: the code's place may cause them. It is that of a fall
  /// by the rule's floor; a rise by as much has a slightly smaller one.
  static let leastShift = -log(1 - DecisionRule.standard.floor)

  fileprivate init(
    story: String, _ values: [(comparison: AnchoredComparison, value: LevelShifts.Value)]
  ) throws(StatisticsError) {
    let found = try LevelShifts(in: values.map(\.value), above: Self.leastShift)
    self.story = story
    spread = found.spread
    points = values.enumerated().map { index, value in
      let before = index > 0 ? values[index - 1].comparison.experiment : nil
      return AnchoredPoint(
        comparison: value.comparison, of: story, ratio: value.value,
        breaks: before.map {
          HistoryBreak.between($0, value.comparison.experiment, build: value.comparison.candidate)
        } ?? [],
        step: found.shifts.first { $0.index == index })
    }
  }
}

/// One comparison's ratio to the anchor.
public struct AnchoredPoint: Sendable {
  /// The comparison.
  public let experiment: Experiment
  /// The build that it was compared with when measured: an earlier anchor if it came over a chain.
  public let measuredAgainst: AnchoredHistory.Anchor
  /// The ratio of candidate to anchor with its 95 % interval, including the chain's error.
  public let ratio: AnchoredRatio
  /// The proof that the story is the same on both sides, so that nothing was measured and their ratio is 1; nil if
  /// it was measured.
  public let proof: Decision.Proof?
  /// The differences from the previous comparison, besides the app's source.
  public let breaks: [HistoryBreak]
  /// The step that begins here; nil if the level continues.
  public let step: AnchoredStep?

  fileprivate init(
    comparison: AnchoredComparison, of story: String, ratio value: LevelShifts.Value,
    breaks: [HistoryBreak], step: LevelShifts.Shift?
  ) {
    experiment = comparison.experiment
    measuredAgainst = comparison.anchor
    ratio = AnchoredRatio(value)
    proof = comparison.proof(of: story)
    self.breaks = breaks
    self.step = step.map(AnchoredStep.init)
  }
}

/// A place in an anchored history where the ratio changes.
public struct AnchoredStep: Sendable {
  /// The ratio of the level after it to the level before, with its 95 % interval.
  public let ratio: AnchoredRatio
  /// The p value of "there is no step anywhere"; at most 1.
  public let p: Double

  fileprivate init(_ shift: LevelShifts.Shift) {
    let error = (shift.before.error, shift.after.error)
    ratio = AnchoredRatio(
      LevelShifts.Value(
        shift.after.value - shift.before.value,
        error: (error.0 * error.0 + error.1 * error.1).squareRoot()
      ))
    p = shift.p
  }
}

/// A ratio with its 95 % interval.
public struct AnchoredRatio: Sendable, Hashable, Encodable {
  /// The ratio; 1 means equal.
  public let point: Double
  /// The lower end of the interval.
  public let lower: Double
  /// The upper end of the interval.
  public let upper: Double

  fileprivate init(_ logarithm: LevelShifts.Value) {
    (point, lower, upper) = logarithm.ratio
  }
}

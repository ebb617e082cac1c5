import Foundation
import Metrics
import Recording
import Statistics

/// A metric over comparisons that were made against the same build, the anchor: for each story the
/// ratio to it, and where that changes.
///
/// Both sides of a ratio were measured at once, so it is the same on a slower machine and on another
/// day, where the measurements themselves are not. Steps are found by `LevelShifts`.
///
/// A build that was proven to be the anchor's has the ratio 1, with no error: nothing was measured.
///
/// The anchor is that of the latest comparison. Comparisons with an earlier one are taken over where a
/// chain of comparisons leads from the one to the other, the chain with the least variance: the
/// logarithms of its ratios add up, and so do their variances, which go into the interval of each value
/// that comes over it.
public struct AnchoredHistory: Sendable {
  /// The metric.
  public let metric: Metric
  /// The build that the ratios are to.
  public let anchor: Anchor
  /// The stories with two values or more, in the order of their first appearance.
  public let series: [AnchoredSeries]
  /// The comparisons that any story has a value of, in order of time.
  public let experiments: [Experiment]
  /// The earlier anchors from which a chain leads to this one, latest first.
  public let earlier: [Anchor]
  /// The baselines that were compared with, and that no chain leads from; latest first.
  public let unlinked: [Anchor]

  /// A build that others are compared with: a commit by a recipe, whichever machine or compiler made it,
  /// or an executable where no commit is known.
  public struct Anchor: Sendable, Hashable {
    /// The commit and the recipe, or the hash of the executable: what makes two builds the same.
    public let identity: String
    /// Its name in the comparison, with its commit.
    public let name: String

    /// The build of an experiment; nil where nothing says which one it was.
    init?(_ build: BuildRecord?, revision: Revision? = nil) {
      guard let build else { return nil }
      let revision = build.revision ?? revision
      let commit = revision.flatMap { $0.isDirty ? nil : $0.commit }
      guard let identity = commit.map({ "\($0) \(build.recipe)" }) ?? build.sha256 else {
        return nil
      }
      self.identity = identity
      name = commit.map { "\(build.name) (\($0.prefix(7)))" } ?? build.name
    }

    /// Returns whether two are the same build, whatever they are called.
    public static func == (a: Anchor, b: Anchor) -> Bool { a.identity == b.identity }
    /// Hashes what makes two the same.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
  }

  /// Puts a history together; nil where no anchor has two comparisons.
  /// - Parameters:
  ///   - judged: comparisons of one scenario, in any order.
  ///   - stories: the stories that belong to it; all where it is empty.
  /// - Throws: `StatisticsError` for ratios that are no numbers.
  public init?(
    of judged: [(experiment: Experiment, judgement: Judgement)], metric: Metric,
    stories: [String] = []
  ) throws(StatisticsError) {
    let comparisons = judged.compactMap {
      AnchoredComparison($0.experiment, $0.judgement, metric: metric)
    }.sorted { ($0.experiment.startedAt, $0.number) < ($1.experiment.startedAt, $1.number) }
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
  /// The spread that times and machines add to the logarithm of a ratio; nil of too few points.
  public let spread: Double?

  /// Changes below this share are no steps: the code's place may make them.
  static let leastStep = DecisionRule.standard.floor

  fileprivate init(
    story: String, _ values: [(comparison: AnchoredComparison, value: LevelShifts.Value)]
  ) throws(StatisticsError) {
    let found = try LevelShifts(in: values.map(\.value))
    let shifts = found.shifts.filter {
      abs(exp($0.after.value - $0.before.value) - 1) > Self.leastStep
    }
    self.story = story
    spread = found.spread
    points = values.enumerated().map { index, value in
      let before = index > 0 ? values[index - 1].comparison.experiment : nil
      return AnchoredPoint(
        comparison: value.comparison, ratio: value.value,
        breaks: before.map {
          HistoryBreak.between($0, value.comparison.experiment, build: value.comparison.candidate)
        } ?? [],
        step: shifts.first { $0.index == index })
    }
  }
}

/// One comparison's ratio to the anchor.
public struct AnchoredPoint: Sendable {
  /// The comparison.
  public let experiment: Experiment
  /// The build that was compared with when it was measured: an earlier anchor where it came over a chain.
  public let measuredAgainst: AnchoredHistory.Anchor
  /// The ratio of candidate to anchor with its 95 % interval, that of the chain included.
  public let ratio: AnchoredRatio
  /// Why nothing was measured: the candidate is proven to be what it was compared with, so the ratio
  /// between these two is 1; nil where it was measured.
  public let proof: Decision.Proof?
  /// The differences from the comparison before, beside the app's source.
  public let breaks: [HistoryBreak]
  /// The step that begins with it; nil where the level goes on.
  public let step: AnchoredStep?

  fileprivate init(
    comparison: AnchoredComparison, ratio value: LevelShifts.Value, breaks: [HistoryBreak],
    step: LevelShifts.Shift?
  ) {
    experiment = comparison.experiment
    measuredAgainst = comparison.anchor
    ratio = AnchoredRatio(value)
    proof = comparison.proof
    self.breaks = breaks
    self.step = step.map(AnchoredStep.init)
  }
}

/// A place in an anchored history from which on the ratio is another one.
public struct AnchoredStep: Sendable {
  /// The ratio of the level behind to the level before, with its 95 % interval.
  public let ratio: AnchoredRatio
  /// The p of no step at any place; at most 1.
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
public struct AnchoredRatio: Sendable, Hashable {
  /// The ratio; 1 means equal.
  public let point: Double
  /// The lower end of the interval.
  public let lower: Double
  /// The upper end of the interval.
  public let upper: Double

  /// Of a logarithm with its error.
  fileprivate init(_ logarithm: LevelShifts.Value) {
    (point, lower, upper) = logarithm.ratio
  }
}

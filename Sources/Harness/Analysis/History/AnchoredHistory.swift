import Foundation
import Metrics
import Recording
import Statistics

/// A metric over comparisons that were made against the same build, the anchor: for each story the
/// ratio to it, and where that changes.
///
/// Both sides of a ratio were measured at once, so it is the same on a slower machine and on another
/// day, where the measurements themselves are not. Steps are found by ``LevelShifts``.
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
    ratio = value.interval
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
    ratio =
      LevelShifts.Value(
        shift.after.value - shift.before.value,
        error: (error.0 * error.0 + error.1 * error.1).squareRoot()
      ).interval
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
}

extension LevelShifts.Value {
  /// Of a logarithm: its exponential, with the 95 % interval of a normal distribution.
  fileprivate var interval: AnchoredRatio {
    let width = LevelShifts.Value.halfWidth * error
    return AnchoredRatio(
      point: exp(value), lower: exp(value - width), upper: exp(value + width))
  }

  /// The half width of a normal 95 % interval, in standard errors.
  fileprivate static let halfWidth = 1.959_963_984_540_054

  /// The logarithm of a ratio. Its error is a quarter of its interval's width, which with few pairs is
  /// Student's, and wider than the standard error says; nil where the interval is not bounded.
  init?(_ value: CellResult.Value) {
    if case .mean = value { return nil }
    guard value.lower > 0, value.upper.isFinite else { return nil }
    let width = max(log(value.upper / value.point), log(value.point / value.lower))
    self.init(log(value.point), error: width / Self.halfWidth)
  }
}

/// One comparison with what it found of the metric.
private struct AnchoredComparison {
  let experiment: Experiment
  let anchor: AnchoredHistory.Anchor
  let candidate: String
  /// The candidate as an anchor of others; nil where nothing identifies it.
  let subject: AnchoredHistory.Anchor?
  let ratios: [(story: String, value: LevelShifts.Value)]

  var number: Int64 { experiment.number ?? 0 }

  /// Nil where nothing says what was compared with.
  init?(_ experiment: Experiment, _ judgement: Judgement, metric: Metric) {
    func record(_ name: String) -> BuildRecord? { experiment.builds.first { $0.name == name } }
    guard let anchor = AnchoredHistory.Anchor(record(judgement.baseline)) else { return nil }
    self.experiment = experiment
    self.anchor = anchor
    candidate = judgement.candidate
    subject = AnchoredHistory.Anchor(record(judgement.candidate), revision: experiment.revision)
    ratios = judgement.cells(of: metric).compactMap { cell in
      cell.outcome.result.flatMap { LevelShifts.Value($0.value) }.map {
        (cell.name.story, $0)
      }
    }
  }

  func ratio(of story: String) -> LevelShifts.Value? { ratios.first { $0.story == story }?.value }
}

/// How the anchors of one story's comparisons are to one of them.
private struct AnchorChain {
  private let story: String
  /// By anchor: the logarithm of its ratio to the reference, with the chain's error.
  private var levels: [AnchoredHistory.Anchor: LevelShifts.Value]

  /// Follows comparisons in which one anchor is the candidate and another the baseline, in either
  /// direction, nearest first (Dijkstra's way, with variances as lengths).
  init(_ comparisons: [AnchoredComparison], story: String, to reference: AnchoredHistory.Anchor) {
    self.story = story
    levels = [:]
    var open = [reference: LevelShifts.Value(0, error: 0)]
    while let (anchor, level) = open.min(by: { $0.value.error < $1.value.error }) {
      open[anchor] = nil
      levels[anchor] = level
      for comparison in comparisons {
        guard let subject = comparison.subject, let ratio = comparison.ratio(of: story) else {
          continue
        }
        let (next, step): (AnchoredHistory.Anchor, Double)
        if comparison.anchor == anchor {
          (next, step) = (subject, ratio.value)
        } else if subject == anchor {
          (next, step) = (comparison.anchor, -ratio.value)
        } else {
          continue
        }
        let error = (level.error * level.error + ratio.error * ratio.error).squareRoot()
        if levels[next] == nil, open[next].map({ error < $0.error }) ?? true {
          open[next] = LevelShifts.Value(level.value + step, error: error)
        }
      }
    }
  }

  /// A comparison's value against the reference; nil where it lacks the story or no chain leads there.
  func value(
    of comparison: AnchoredComparison
  ) -> (comparison: AnchoredComparison, value: LevelShifts.Value)? {
    guard let level = levels[comparison.anchor], let ratio = comparison.ratio(of: story) else {
      return nil
    }
    let error = (level.error * level.error + ratio.error * ratio.error).squareRoot()
    return (comparison, LevelShifts.Value(level.value + ratio.value, error: error))
  }
}

import Foundation
import Metrics
import Recording
import Statistics

/// One comparison with what it found for the metric.
struct AnchoredComparison {
  let experiment: Experiment
  let anchor: AnchoredHistory.Anchor
  let candidate: String
  /// The candidate as an anchor of others; nil if nothing identifies it.
  let subject: AnchoredHistory.Anchor?
  private let judgement: Judgement
  let ratios: [(story: String, value: LevelShifts.Value)]

  var number: Int64 { experiment.number ?? 0 }

  /// Nil if the baseline is unknown.
  init?(_ experiment: Experiment, _ judgement: Judgement, metric: Metric) {
    let baseline = experiment.record(of: judgement.baseline)
    guard let anchor = AnchoredHistory.Anchor(baseline) else { return nil }
    self.experiment = experiment
    self.anchor = anchor
    candidate = judgement.candidate
    subject = AnchoredHistory.Anchor(
      experiment.record(of: judgement.candidate), revision: experiment.revision)
    self.judgement = judgement
    ratios = judgement.cells(of: metric).compactMap { cell in
      let value: LevelShifts.Value? =
        if case .proven = cell.outcome {
          Self.equal
        } else {
          cell.outcome.result.flatMap { .init($0.value) }
        }
      return value.map { (cell.name.story, $0) }
    }
  }

  /// The proof that a story is the same on the candidate and the anchor, so that nothing was measured; nil if it was
  /// measured.
  func proof(of story: String) -> Decision.Proof? {
    guard experiment.stories.contains(where: { $0.name == story }) else { return nil }
    return judgement.proof ?? judgement.storyProofs[story]
  }

  /// If both are proven to be the same, every metric is the same, even without a gate. Of the same work only the gated
  /// ones are.
  func ratio(of story: String) -> LevelShifts.Value? {
    if let measured = ratios.first(where: { $0.story == story }) { return measured.value }
    return proof(of: story).flatMap { $0.kind == .work ? nil : Self.equal }
  }

  /// The logarithm of 1.
  private static let equal = LevelShifts.Value(0, error: 0)
}

/// How the anchors of one story's comparisons relate to one of them.
struct AnchorChain {
  private let story: String
  /// For each anchor, the logarithm of its ratio to the reference, with the chain's error.
  private var levels: [AnchoredHistory.Anchor: LevelShifts.Value]

  /// Follows comparisons in which one anchor is the candidate and another the baseline, in either direction,
  /// nearest first (Dijkstra's algorithm, with variances as lengths).
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

  /// A comparison's value against the reference; nil if it lacks the story or no chain leads there.
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

extension LevelShifts.Value {
  /// The logarithm of a ratio; nil for a mean or counts, or if the interval is unbounded.
  fileprivate init?(_ value: CellResult.Value) {
    if !value.isRatio { return nil }
    self.init(ratio: value.point, lower: value.lower, upper: value.upper)
  }
}

import Analysis
import Foundation
import Recording

/// Ratios to an anchor over comparisons, as JSON; a ratio of 1.041 is 4.1 % more than the anchor.
struct AnchoredHistoryDocument: Encodable {
  let anchor: String
  let earlierAnchors: [String]
  let unlinkedBaselines: [String]
  let series: [Series]

  init(_ history: AnchoredHistory) {
    anchor = history.anchor.name
    earlierAnchors = history.earlier.map(\.name)
    unlinkedBaselines = history.unlinked.map(\.name)
    series = history.series.map(Series.init)
  }

  struct Series: Encodable {
    let story: String
    /// The contribution of times and machines to the standard error of a ratio's logarithm.
    let spread: Double?
    let points: [Point]

    init(_ series: AnchoredSeries) {
      story = series.story
      spread = series.spread
      points = series.points.map(Point.init)
    }
  }

  struct Point: Encodable {
    let experiment: Int64?
    let revision: Revision?
    let measuredAgainst: String
    let ratio: AnchoredRatio
    let proof: Decision.Proof?
    let breaks: [String]
    let step: Step?

    init(_ point: AnchoredPoint) {
      experiment = point.experiment.number
      revision = point.experiment.measuredRevision
      measuredAgainst = point.measuredAgainst.name
      ratio = point.ratio
      proof = point.proof
      breaks = point.breaks.map(\.description)
      step = point.step.map { Step(ratio: $0.ratio, pValue: $0.p) }
    }
  }

  /// A step that begins with a comparison: the level after it divided by the level before.
  struct Step: Encodable {
    let ratio: AnchoredRatio
    let pValue: Double
  }
}

import Analysis
import Foundation
import Metrics
import Recording

/// A regression that checks found, as JSON; a ratio is candidate over baseline.
public struct RegressionDocument: Encodable {
  let name: String
  let state: String
  /// The last day on which it is accepted; omitted in other states.
  let until: String?
  /// The check that shows it gone; omitted in other states.
  let fixedBy: Int64?
  let scenario: String
  let story: String
  let metric: String
  /// The step's place among the story's own, from 1; omitted for whole stories.
  let step: Int?
  /// The ratio; omitted for budgets and counts.
  let ratio: Double?
  let foundIn: Int64?
  let foundAt: Date
  let revision: Revision?
  let baseline: String?
  let latest: Int64?

  /// A regression's document.
  public init(_ regression: TrackedRegression, _ state: TrackedRegression.Status) {
    name = regression.name
    self.state = state.word
    until = if case .accepted(let day) = state { day.description } else { nil }
    fixedBy = if case .fixed(let number) = state { number } else { nil }
    scenario = regression.scenario
    story = regression.cell.story
    metric = regression.cell.metric.id
    step = regression.cell.step?.position
    ratio = regression.result.value.isRatio ? regression.result.value.point : nil
    foundIn = regression.found.number
    foundAt = regression.found.startedAt
    revision = regression.found.measuredRevision
    baseline = regression.found.decision?.baseline
    latest = regression.latest.number
  }
}

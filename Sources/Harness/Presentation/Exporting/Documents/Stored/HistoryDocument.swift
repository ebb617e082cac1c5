import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import Reports
import Statistics

/// A history as JSON; measurements in base units, relative changes as 0.041 for 4.1 %.
public struct HistoryDocument: Encodable {
  let metric: String
  let unit: String
  let polarity: Polarity
  let method: Method
  let experiments: [ExperimentEntry]
  let series: [Series]
  let comparisons: [Comparison]
  let earlierComparisons: Int
  let earlierExperiments: Int
  let anchored: AnchoredHistoryDocument?

  /// A history's document.
  public init(_ found: StoredHistory) {
    let history = found.history
    metric = history.metric.id
    unit = history.metric.unit.symbol
    polarity = history.metric.polarity
    method = Method(history.rule)
    experiments = history.entries.map(ExperimentEntry.init)
    series = history.series.map(Series.init)
    anchored = found.anchored.map(AnchoredHistoryDocument.init)
    let metric = history.metric
    earlierComparisons = found.earlierComparisons
    earlierExperiments = found.earlierExperiments
    comparisons = found.comparisons.map { Comparison($0.experiment, $0.judgement, of: metric) }
  }

  /// One comparison, with the metric's cells for whole stories.
  struct Comparison: Encodable {
    let experiment: Int64?
    let startedAt: Date
    let revision: Revision?
    let baseline: String
    let baselineRevision: Revision?
    let outcome: Outcome
    let cells: [JudgementDocument.CellDocument]

    init(_ experiment: Experiment, _ judgement: Judgement, of metric: Metric) {
      self.experiment = experiment.number
      startedAt = experiment.startedAt
      revision = experiment.measuredRevision
      baseline = judgement.baseline
      baselineRevision = experiment.baselineRevision
      outcome = judgement.decidedOutcome
      cells = judgement.cells(of: metric).map(JudgementDocument.CellDocument.init)
    }
  }

  struct Method: Encodable {
    let description: String
    let windowLength: Int
    let pValue: Double
    let minMagnitude: Double

    init(_ rule: ChangePointRule) {
      description = HistoryText.method(rule)
      windowLength = rule.windowLength
      pValue = rule.level
      minMagnitude = rule.minimumMagnitude
    }
  }

  /// One experiment; `breaks` is what differs from the previous one, besides the app.
  struct ExperimentEntry: Encodable {
    let number: Int64?
    let name: String
    let title: String
    let source: String
    let startedAt: Date
    let completedAt: Date?
    let isComplete: Bool
    let runs: Int
    let plannedRuns: Int
    let revision: Revision?
    let environment: Environment?
    let breaks: [String]

    init(_ entry: HistoryEntry) {
      let experiment = entry.experiment
      number = experiment.number
      name = experiment.name
      title = experiment.title
      source = experiment.source.rawValue
      startedAt = experiment.startedAt
      completedAt = experiment.completedAt
      isComplete = !experiment.isIncomplete
      runs = entry.runs
      plannedRuns = experiment.plannedRuns
      revision = experiment.revision
      environment = experiment.environment
      breaks = entry.breaks.map(\.description)
    }
  }

  struct Series: Encodable {
    let story: String
    let build: String
    let points: [Point]
    let changes: [Change]

    init(_ series: HistorySeries) {
      story = series.story
      build = series.build
      points = series.points.map(Point.init)
      changes = series.changes.compactMap { before, after in
        after.change.map { Change($0, from: before, to: after) }
      }
    }
  }

  /// One experiment's measurements; undefined statistics are omitted.
  struct Point: Encodable {
    let experiment: Int64?
    let statistics: [String: Double]

    init(_ point: HistoryPoint) {
      experiment = point.experiment.number
      statistics = Statistic.allCases.reduce(into: [:]) {
        $0[$1.rawValue] = $1.value(in: point.summary)
      }
    }
  }

  /// One change, by the experiments on both of its sides.
  struct Change: Encodable {
    let experiment: Int64?
    let experimentBefore: Int64?
    let commit: String?
    let commitBefore: String?
    /// Omitted if the mean before is 0.
    let relativeChange: Double?
    let magnitude: Double
    let pValue: Double
    let divergence: Double
    let meanBefore: Double
    let meanAfter: Double
    let experimentsBefore: Int
    let experimentsAfter: Int
    let breaks: [String]

    init(_ change: ChangePoint, from before: HistoryPoint, to after: HistoryPoint) {
      experiment = after.experiment.number
      experimentBefore = before.experiment.number
      commit = after.experiment.revision?.commit
      commitBefore = before.experiment.revision?.commit
      let shift = change.shift
      relativeChange = shift.before == 0 ? nil : shift.relativeChange
      magnitude = shift.magnitude
      pValue = shift.p
      divergence = change.divergence
      meanBefore = shift.before
      meanAfter = shift.after
      experimentsBefore = shift.countBefore
      experimentsAfter = shift.countAfter
      breaks = after.breaks.map(\.description)
    }
  }
}

import Analysis
import Metrics
import Recording

/// A cell's spread over layouts as JSON: deviations in percent of the mean, means in base units; unknown
/// values are omitted.
struct LayoutSpreadDocument: Encodable {
  let overRuns: Double?
  let overLayouts: Double?
  let minimum: Double
  let greatest: Double
  let layouts: [Layout]

  init(_ spread: LayoutSpread) {
    overRuns = spread.overRuns
    overLayouts = spread.overLayouts
    minimum = spread.minimum
    greatest = spread.greatest
    layouts = spread.layouts.map { Layout(layout: $0.number, runs: $0.runs, mean: $0.mean) }
  }

  struct Layout: Encodable {
    let layout: Int
    let runs: Int
    let mean: Double
  }
}

/// A metric in an experiment, as JSON: its meaning, and its measurements' source and exactness.
public struct MetricDocument: Encodable {
  let metric: String
  let title: String
  let unit: String
  let polarity: Polarity
  let exactness: Exactness
  let source: String
  let bound: ErrorBound
  let meaning: String
  let limits: String

  /// A metric's document.
  public init(_ metric: Metric, of analysis: ExperimentAnalysis) {
    let origin = analysis.origin(of: metric)
    self.metric = metric.id
    title = metric.title
    unit = metric.unit.symbol
    polarity = metric.polarity
    exactness = analysis.experiment.exactness(of: metric)
    source = origin.source
    bound = origin.bound
    meaning = analysis.experiment.meaning(of: metric, sampledEvery: analysis.samplingInterval)
    limits = Metric.limitsPage
  }
}

import Analysis
import MetricCatalog
import Recording

/// What a metric is in an experiment, as JSON: where its figures come from and how exact they are.
struct MetricDocument: Encodable {
  let metric: String
  let title: String
  let unit: String
  let polarity: Polarity
  let exactness: Exactness
  let source: String
  let bound: ErrorBound
  let meaning: String
  let limits: String

  init(_ metric: Metric, of analysis: ExperimentAnalysis) {
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

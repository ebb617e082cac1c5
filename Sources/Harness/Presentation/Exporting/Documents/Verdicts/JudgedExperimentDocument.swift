import Analysis
import Experimenting
import Metrics
import Reports

/// A comparison as JSON: the experiment with its statistics, and the verdicts.
public struct JudgedExperimentDocument: Encodable {
  let status: Outcome
  let summary: String
  let warnings: [String]
  /// The stories that call nothing of the project yet; nil if there are none.
  let placeholders: [String]?
  let judgement: JudgementDocument
  let qualification: QualificationStateDocument?
  /// How the cells that changed did before; nil if that is unknown.
  let trends: [TrendDocument]?
  let experiment: ExperimentDocument

  /// A result's document.
  public init(_ result: JudgedExperiment) {
    status = result.outcome
    summary = Headline.sentence(result.judgement)
    warnings = Headline.warnings(result.judgement) + result.notes
    let placeholders = result.analysis.findings.compactMap {
      if case .placeholder(let story, _) = $0 { story } else { nil }
    }
    self.placeholders = placeholders.isEmpty ? nil : placeholders
    judgement = JudgementDocument(result.judgement)
    qualification = result.qualification.map(QualificationStateDocument.init)
    let trends = result.trends.map(TrendDocument.init)
    self.trends = trends.isEmpty ? nil : trends
    experiment = ExperimentDocument(result.analysis, status: result.outcome)
  }

  /// A story's metric on the commits before the baseline; all values are ratios to the baseline.
  struct TrendDocument: Encodable {
    let story: String
    let metric: String
    let values: [Double]
    let current: Double
    /// The share by which values differ by chance.
    let noise: Double

    init(_ trend: BranchTrend) {
      story = trend.story
      metric = trend.metric.id
      values = trend.values
      current = trend.current
      noise = trend.noise
    }
  }
}

import Analysis
import Experimenting
import Reports

/// A comparison as JSON: the experiment with its statistics, and the verdicts.
public struct JudgedExperimentDocument: Encodable {
  let status: Outcome
  let summary: String
  let warnings: [String]
  let judgement: JudgementDocument
  let qualification: QualificationStateDocument?
  let experiment: ExperimentDocument

  /// A result's document.
  public init(_ result: JudgedExperiment) {
    status = result.outcome
    summary = Headline.sentence(result.judgement)
    warnings = Headline.warnings(result.judgement) + result.notes
    judgement = JudgementDocument(result.judgement)
    qualification = result.qualification.map(QualificationStateDocument.init)
    experiment = ExperimentDocument(result.analysis, status: result.outcome)
  }
}

import Analysis
import Reports

/// A comparison as JSON: the experiment with its statistics, and the verdicts.
struct ComparisonResultDocument: Encodable {
  let status: ExitStatus
  let summary: String
  let warnings: [String]
  let judgement: JudgementDocument
  let qualification: QualificationStateDocument?
  let experiment: ExperimentDocument

  init(_ result: ComparisonResult) {
    status = result.status
    summary = Headline.sentence(result.judgement)
    warnings = Headline.warnings(result.judgement) + result.notes
    judgement = JudgementDocument(result.judgement)
    qualification = result.qualification.map(QualificationStateDocument.init)
    experiment = ExperimentDocument(result.analysis, status: result.status)
  }
}

import Analysis
import Experimenting
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
    experiment = ExperimentDocument(result.analysis, status: result.outcome)
  }
}

import Analysis
import Experimenting

extension StoredResult {
  /// The document that `show --json` prints, and `export --format json` writes.
  public var document: any Encodable {
    switch self {
    case .measurements(let analysis): return ExperimentDocument(analysis, status: analysis.outcome)
    case .comparison(let result): return JudgedExperimentDocument(result)
    case .qualification(let result): return QualificationDocument(result)
    case .explanation(let stories, _, let decision):
      return stories.map { ExplanationDocument($0, of: decision) }
    }
  }
}

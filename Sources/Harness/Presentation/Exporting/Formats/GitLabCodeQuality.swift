import Analysis
import Recording
import Reports
import Tables

/// The code quality report of GitLab: an issue for each cell that fails or is unknown, on the line of its gate
/// or story. A merge request shows the issues that its target branch's report lacks.
///
/// Source: <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>.
public enum GitLabCodeQuality {
  private struct Issue: Encodable {
    let description: String
    let check_name: String
    /// GitLab shows only one of the issues that have the same.
    let fingerprint: String
    let severity: String
    let location: Location
  }

  private struct Location: Encodable {
    let path: String
    let lines: Lines
  }

  private struct Lines: Encodable {
    let begin: Int
  }

  /// The file's text; an empty list if all is well.
  public static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let issues = experiments.flatMap { exported in
      CellAnnotation.all(exported, among: experiments).map { issue($0, of: exported) }
    }
    return try PrintedJSON.file(issues, format: ExportFormat.gitlabCodeQuality.rawValue)
  }

  private static func issue(_ found: CellAnnotation, of exported: ExportedExperiment) -> Issue {
    // Numbers stay out of the fingerprint: they differ in each run.
    let parts = [exported.analysis.experiment.name, found.check] + found.subject
    return Issue(
      description: PlainLine(found.text).description, check_name: "rehearse/\(found.check)",
      fingerprint: SHA256.text(of: SHA256.digest(of: parts.joined(separator: "\0"))),
      severity: found.level == .error ? "major" : "minor",
      location: Location(
        path: PlainLine(path(of: exported)).description, lines: Lines(begin: found.line ?? 1)))
  }

  /// The scenario's file, from the repository's folder; GitLab refuses an issue without a path.
  private static func path(of exported: ExportedExperiment) -> String {
    guard let file = exported.scenarioFile else { return exported.analysis.experiment.name }
    return file.hasPrefix("./") ? String(file.dropFirst(2)) : file
  }
}

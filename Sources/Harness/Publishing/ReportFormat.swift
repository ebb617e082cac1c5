/// What a report is written as.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// `report.md` and `statistics.md` with their charts.
  case markdown = "md"
  /// `report.html`, one file that needs no other.
  case html
  /// Tables for programs, as comma-separated values.
  case csv
  /// Tables for papers.
  case latex
  /// Tables for programs, with units, shown texts and reasons for gaps.
  case json

  /// What is written unless told otherwise.
  public static let standard: Set<ReportFormat> = [.markdown, .html, .csv]
}

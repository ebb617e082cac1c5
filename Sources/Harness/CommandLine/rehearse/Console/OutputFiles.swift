import Charts
import Reports
import SystemPackage

/// The files that a call is to write besides its printed result.
struct OutputFiles {
  var exports: [ExportDestination] = []
  var charts: [String] = []
  /// The folder of a report that the call names; nil if it gets a new one, or none.
  var report: String?

  /// The sentence on ``prepare()`` in the help of options that name a file.
  static let removal =
    " What an earlier call wrote there is removed first, even if this one fails."
  /// The same, for options that name the folder of a report.
  static let removalOfReport =
    " An earlier report there is removed first, even if this call fails."

  /// Removes what an earlier call wrote, before anything can fail: a job would publish it as this call's. A chart takes
  /// gnuplot, whose absence should be noticed before hours of measuring.
  func prepare() async throws {
    for path in exports.map(\.path) + charts.map({ FilePath($0) }) {
      try ReplacedFile(path).removeOld()
    }
    if let report { try ReportFolder(FilePath(report)).removeOld() }
    if !charts.isEmpty { try await ChartRenderer().check() }
  }
}

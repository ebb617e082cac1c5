import Analysis
import Exporting
import SystemPackage

/// The files that `measure` writes.
enum MeasureFiles {
  /// Writes every run's figures.
  /// - Throws: `FileNotWritten`.
  static func export(_ analysis: ExperimentAnalysis, to file: String) throws {
    var text = ""
    LongCSV.write(analysis.runs, to: &text)
    try ReplacedFile(FilePath(file)).write(Array(text.utf8))
  }
}

import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Statistics
import Tables

/// Apache Otava's CSV: one row per experiment in order of time, with its commit and branch and the mean of
/// each story, build and metric, in base units.
///
/// Otava refuses a file with an empty value, so only values that all experiments have are columns. For each
/// metric less is better (`direction: -1` in Otava's configuration).
public struct OtavaCSV: Sendable {
  /// The file's text.
  public let text: String
  /// The columns of measurements.
  public let columns: [String]
  /// The values that some experiments lack, and so are not columns; named like the columns.
  public let leftOut: [String]

  /// Writes the experiments of a history into one file.
  /// - Throws: `OutputError.noMeasurements` if they have no value in common.
  public init(_ experiments: [ExportedExperiment]) throws(OutputError) {
    let analyses = experiments.map(\.analysis).sorted {
      ($0.experiment.startedAt, $0.experiment.number ?? 0)
        < ($1.experiment.startedAt, $1.experiment.number ?? 0)
    }
    let cells = Self.cells(of: analyses)
    let means = cells.map { cell in analyses.map { $0.summary(of: cell)?.mean } }
    var names = UniqueNames(separator: ".")
    let titles = cells.map { names.name([$0.metric.id, $0.story, $0.build]) }
    let complete = cells.indices.filter { means[$0].allSatisfy { $0 != nil } }
    columns = complete.map { titles[$0] }
    leftOut = cells.indices.filter { !complete.contains($0) }.map { titles[$0] }
    guard !columns.isEmpty else {
      throw .noMeasurements(format: "otava", wanted: "a value that all experiments have")
    }
    var text =
      (["time", "commit", "branch"] + columns).map(CSVField.quoted)
      .joined(separator: ",") + "\n"
    for (row, analysis) in analyses.enumerated() {
      let revision = analysis.experiment.measuredRevision
      let heading = [
        analysis.experiment.startedAt.formatted(.iso8601), revision?.marked ?? "",
        PlainLine(revision?.branch ?? "").description,
      ].map(CSVField.quoted)
      let measurements = complete.compactMap { means[$0][row].map(CSVField.text) }
      text += (heading + measurements).joined(separator: ",") + "\n"
    }
    self.text = text
  }

  /// Returns what any of the experiments measured with a better direction, each once.
  private static func cells(of analyses: [ExperimentAnalysis]) -> [Cell] {
    Set(analyses.flatMap(\.metrics)).sorted().filter { $0.polarity == .lowerIsBetter }.flatMap {
      metric in
      analyses.flatMap { analysis in
        analysis.stories.flatMap { story in
          analysis.builds.map { Cell(story: story, build: $0, metric: metric) }
            .filter { analysis.summary(of: $0) != nil }
        }
      }
    }.uniqued
  }
}

import Analysis
import Recording
import Store

/// Stores imported measurements as one experiment.
public struct ImportSession {
  private let measurements: ImportedMeasurements
  private let name: String
  private let title: String?

  /// A session; without a title, the report has the name as its title.
  public init(_ measurements: ImportedMeasurements, name: String, title: String? = nil) {
    self.measurements = measurements
    self.name = name
    self.title = title
  }

  /// Stores it.
  /// - Returns: the experiment with its number.
  public func carryOut(in store: ResultStore) throws -> ExperimentAnalysis {
    var planned = Experiment(
      .imported(measurements, title: title ?? name), named: name,
      builds: measurements.builds.map { BuildRecord(name: $0, recipe: "imported") }, on: nil,
      rounds: measurements.rounds)
    planned.layouts = measurements.layouts
    let recorder = try ExperimentRecorder(beginning: planned, in: store)
    try recorder.record { keep in
      for run in measurements.runs { try keep([run]) }
      return true
    }
    return ExperimentAnalysis(recorder.experiment, runs: measurements.runs)
  }
}

import Analysis
import Foundation
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

  /// Stores it in full or not at all.
  /// - Returns: the experiment with its number.
  /// - Throws: `StoreError`.
  public func carryOut(in store: ResultStore) throws -> ExperimentAnalysis {
    var planned = Experiment(
      .imported(measurements, title: title ?? name), named: name,
      builds: measurements.builds.map {
        BuildRecord(name: $0, recipe: measurements.recipe(of: $0))
      }, on: nil, rounds: measurements.rounds)
    planned.layouts = measurements.layouts
    planned.completedAt = Date()
    let stored = try store.merge(measurements.runs, into: planned)
    return ExperimentAnalysis(stored, runs: measurements.runs)
  }
}

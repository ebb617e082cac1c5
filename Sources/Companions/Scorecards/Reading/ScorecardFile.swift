import Analysis
import Experimenting
import Foundation
import Recording
import Scenarios
import Store
import SystemPackage

/// A scorecard on disk, and the measurements of its alternatives.
public struct ScorecardFile: Sendable {
  /// The scorecard.
  public let card: Scorecard
  private let folder: FilePath

  /// Reads a file.
  /// - Throws: `Refusal`, `InvalidScenario` with every mistake.
  public init(_ name: String) throws {
    card = try ScorecardReader.parse(try TextFile.text(of: name), file: name)
    folder = FilePath(name).removingLastComponent()
  }

  /// A Boolean value indicating whether any alternative is in a store.
  public var needsStore: Bool {
    card.alternatives.contains {
      if case .experiment = $0.source { true } else { false }
    }
  }

  /// The result for a developer who has some skills. The store may be nil if ``needsStore`` is false.
  /// - Throws: `Refusal` for an unknown skill, a file that can't be read, and if no skill is left to learn;
  ///   `StoreError`; `InvalidScenario` if measurements are missing.
  public func result(
    knowing known: [String] = [], in store: ResultStore?
  ) throws -> ScorecardResult {
    var measurements: [String: AlternativeMeasurements] = [:]
    for alternative in card.alternatives {
      guard let source = alternative.source else { continue }
      measurements[alternative.name] = try self.measurements(source, of: alternative, in: store)
    }
    return try ScorecardResult(try remaining(after: known), measurements)
  }

  private func remaining(after known: [String]) throws -> Scorecard {
    let names = card.skillNames
    if let unknown = known.first(where: { !names.contains($0) }) {
      guard !names.isEmpty else {
        throw Refusal.because(
          "\(card.file) has no criterion with 'hours', so there is nothing to learn.")
      }
      throw Refusal.unknown("skill", unknown, in: card.file, known: names)
    }
    let rest = try card.known(to: known)
    guard (try? rest.weights) != nil else {
      throw Refusal.because(
        "Whoever has all of these skills has nothing left to learn of \(card.file).")
    }
    return rest
  }

  private func measurements(
    _ source: Scorecard.Source, of alternative: Scorecard.Alternative, in store: ResultStore?
  ) throws -> AlternativeMeasurements {
    switch source {
    case .experiment(let reference, let build):
      guard let store else { preconditionFailure("an experiment without a store") }
      let experiment = try store.experiment(reference)
      let analysis = ExperimentAnalysis(
        experiment, runs: try store.runs(of: experiment.number ?? 0))
      return try checked(analysis, build, alternative)
    case .file(let name, let build):
      let path = folder.pushing(FilePath(name)).lexicallyNormalized().string
      var imported = ImportedMeasurements()
      try imported.add(
        TextFile.text(of: path), file: path, build: build ?? alternative.name)
      let analysis = ExperimentAnalysis(
        Experiment(
          .imported(imported, title: name), named: alternative.name,
          builds: imported.builds.map { BuildRecord(name: $0, recipe: imported.recipe(of: $0)) },
          on: nil, rounds: imported.rounds), runs: imported.runs)
      let only = imported.builds.count == 1 ? imported.builds[0] : alternative.name
      return try checked(analysis, build ?? only, alternative)
    }
  }

  private func checked(
    _ analysis: ExperimentAnalysis, _ build: String, _ alternative: Scorecard.Alternative
  ) throws -> AlternativeMeasurements {
    guard analysis.builds.contains(build) else {
      throw card.mistake(
        alternative.place, "the measurements of '\(alternative.name)' have no build '\(build)'",
        allowed: analysis.builds.joined(separator: ", "),
        suggestion: NearestName.of(build, among: analysis.builds))
    }
    return AlternativeMeasurements(analysis, build: build)
  }
}

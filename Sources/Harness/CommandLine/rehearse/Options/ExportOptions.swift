import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Recording
import Reports
import Scenarios
import SystemPackage

/// Files for other programs, with the new measurements.
struct ExportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the result for another program, too; can be repeated. Formats: "
        + "\(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")); a file name alone means csv."
        + OutputFiles.removal,
      valueName: "format=file"), transform: { try ExportDestination($0) })
  var export: [ExportDestination] = []

  func validate() throws { for file in export { try file.path.checkFolder(of: "--export") } }

  /// A Boolean value indicating whether any of the formats holds single steps or samples.
  var needDetails: Bool { export.contains { $0.format.traits.contains(.samples) } }

  /// Refuses formats that can't hold this many experiments, before they are measured.
  func check(experiments count: Int) throws {
    guard count > 1, let single = export.first(where: { !$0.format.traits.contains(.several) })
    else { return }
    throw Refusal.severalExperiments(count, in: single.format)
  }
}

extension [ExportDestination] {
  /// Writes the files.
  /// - Returns: false if one could not be written, which was reported: the printed measurements are not lost
  ///   by that. If nothing was measured because nothing changed, that is no failure.
  func write(_ experiments: [ExportedExperiment]) -> Bool {
    var isComplete = true
    for destination in self {
      do {
        try ReplacedFile(destination.path).write(
          destination.format.tellingContents(of: experiments))
      } catch OutputError.noMeasurements(let format, _)
        where experiments.allSatisfy({ $0.judgement?.isProven == true })
      {
        Console.warn(
          "note: \(destination.path) was not written: \(format) holds measurements, and none were made, "
            + "because all is proven.")
      } catch {
        Console.warn("Error: \(destination.path) was not written: \(error)")
        isComplete = false
      }
    }
    return isComplete
  }
}

extension ExportFormat {
  /// The contents of a file. Values that a format can hold, but not in this file, are told.
  func tellingContents(of experiments: [ExportedExperiment]) throws -> [UInt8] {
    let leftOut = try self == .otava ? OtavaCSV(experiments).leftOut : []
    if !leftOut.isEmpty {
      Console.warn(
        "note: Left out, because not all experiments have it: \(leftOut.joined(separator: ", ")).")
    }
    return try contents(of: experiments)
  }
}

extension ExportOptions {
  /// Writes the results of comparisons, and their annotations and summary in a job of GitHub that they can
  /// fail. `file` is the scenario's; nil if both sides come from the store.
  /// - Returns: their outcome, or that something could not be written, which was reported.
  func conclude(_ results: [JudgedExperiment], of file: FilePath? = nil) -> Outcome {
    let purposes = results.compactMap(\.analysis.experiment.decision?.purpose)
    let job = purposes.contains { $0 == .check || $0 == .strictCheck } ? GitHubJob() : nil
    let experiments = results.map { result in
      var exported = ExportedExperiment(
        result.analysis, judgement: result.judgement,
        scenarioFile: file.map { job?.path(of: $0) ?? $0.string })
      exported.trends = result.trends
      return exported
    }
    var isComplete = export.write(experiments)
    do {
      try job?.tell(experiments)
    } catch {
      Console.warn("Error: The job's summary was not written: \(error)")
      isComplete = false
    }
    let outcome = results.map(\.outcome).max() ?? .passed
    // A failing verdict stands, and is not hidden by a missing file, which was reported.
    return isComplete || outcome != .passed ? outcome : .toolFailed
  }
}

/// A file named by `--export`, with its format.
struct ExportDestination {
  let format: ExportFormat
  let path: FilePath

  /// Reads `FORMAT=FILE`; a file without a format gets every run's measurements as CSV.
  /// - Throws: `ValidationError`.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      (format, path) = (.csv, FilePath(argument))
      return
    }
    let names = ExportFormat.allCases.map(\.rawValue)
    guard let format = ExportFormat(rawValue: String(parts[0])), !parts[1].isEmpty else {
      let near = NearestName.hint(String(parts[0]), among: names)
      throw ValidationError(
        "--export is '\(argument)'; allowed: FORMAT=FILE with one of "
          + "\(names.joined(separator: ", ")).\(near)")
    }
    (self.format, path) = (format, FilePath(String(parts[1])))
  }
}

/// The formats of `export`: Rehearse's own JSON, or a format of others.
enum ExportedFormat: ExpressibleByArgument {
  case json
  case foreign(ExportFormat)

  static var allValueStrings: [String] { ExportFormat.allCases.map(\.rawValue) + ["json"] }

  init?(argument: String) {
    if argument == "json" {
      self = .json
    } else if let format = ExportFormat(rawValue: argument) {
      self = .foreign(format)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .json: "json"
    case .foreign(let format): format.rawValue
    }
  }

  var defaultValueDescription: String { rawValue }

  /// The JSON document holds one experiment, with its verdicts.
  var traits: ExportFormat.Traits {
    switch self {
    case .json: .verdicts
    case .foreign(let format): format.traits
    }
  }
}

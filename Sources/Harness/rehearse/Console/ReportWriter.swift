import Analysis
import ArgumentParser
import Charts
import Experimenting
import Exporting
import Recording
import Reports
import Store
import SystemPackage
import Tables

/// Writes the reports of the experiments that a user names.
struct ReportWriter {
  /// Their numbers, each once.
  let numbers: [Int64]
  private let store: ResultStore
  private let formats: Set<ReportFormat>
  private let stories: Set<String>
  private let folder: FilePath

  /// - Parameters:
  ///   - stories: the only ones that are shown; all where it is empty.
  ///   - output: where it goes; nil for beside the store.
  init(
    _ references: [String], in store: ResultStore, formats: Set<ReportFormat>,
    stories: [String] = [], output: String?, beside storeOptions: StoreOptions
  ) throws {
    var found: [Experiment] = []
    for reference in references {
      let experiment = try store.experiment(reference)
      if !found.contains(where: { $0.number == experiment.number }) { found.append(experiment) }
    }
    numbers = found.compactMap(\.number)
    for experiment in found {
      let known = experiment.stories.map(\.name)
      if let missing = stories.first(where: { !known.contains($0) }) {
        throw Refusal.unknown("story", missing, in: "Experiment '\(experiment.name)'", known: known)
      }
    }
    self.stories = Set(stories)
    self.store = store
    self.formats = formats
    let name =
      found.count == 1
      ? found[0].folderName : "reports-" + numbers.map(String.init).joined(separator: "-")
    folder = output.map { FilePath($0) } ?? storeOptions.folder.appending(name)
  }

  /// Writes what the store holds now.
  /// - Parameter reload: as of `ReportFolder.write`.
  /// - Returns: the page that one opens first.
  func write(reload: Int? = nil) async throws -> FilePath {
    let experiments = try numbers.map { try store.experiment("\($0)") }
    if experiments.count == 1 {
      return try await ReportFolder(folder, formats: formats)
        .write(report(of: experiments[0]), reload: reload)
    }
    return try await ReportIndex(folder, formats: formats).write(
      experiments.map { (try report(of: $0), $0.folderName) }, reload: reload)
  }

  private func report(of experiment: Experiment) throws -> Report {
    let report = try Report(experiment, in: store)
    return stories.isEmpty ? report : report.part(of: stories)
  }
}

extension Experiment {
  /// The name of its report's folder. The experiment's own may be anything: the store may be another's.
  var folderName: String { FileName.plain(name, number: number ?? 0) }
}

extension Report {
  /// The report of a stored experiment, with the verdicts of one that was made to decide.
  init(_ experiment: Experiment, in store: ResultStore) throws {
    // Steps are published, and judged, too.
    let analysis = ExperimentAnalysis(experiment, runs: try store.runsWithSteps(of: experiment))
    guard let decision = experiment.decision else {
      try self.init(analysis, details: store.details)
      return
    }
    if decision.purpose == .explanation {
      let runs = try store.withProfiles(analysis.runs, of: experiment.number ?? 0)
      try self.init(
        analysis, explanations: try ExperimentAnalysis(experiment, runs: runs).explanations,
        details: store.details)
      return
    }
    let qualification = try QualificationResult(analysis, in: store)
    let result = try qualification == nil ? JudgedExperiment(analysis) : nil
    try self.init(
      analysis, judgement: result?.judgement,
      judged: experiment.decision?.saved == nil ? nil : result?.analysis,
      declaration: result.map { try DecisionJSON.text($0.judgement, of: $0.analysis) },
      qualification: qualification?.qualification,
      details: store.details)
  }
}

/// A file that `--chart` or another option for pictures names, in the format of its ending.
struct ChartFile {
  private let path: FilePath
  private let format: ChartFormat

  /// - Parameter option: the option that names it, for error messages.
  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String, of option: String = "--chart") throws {
    path = FilePath(file)
    switch path.extension {
    case "svg": format = .svg
    case "png": format = .png
    case "pdf": format = .pdf
    default:
      throw ValidationError(
        "\(option) is '\(file)'; allowed: a file ending in .svg, .png or .pdf.")
    }
  }

  /// Checks what drawing needs, so that it is not found missing only after measuring.
  func check() async throws { try await ChartRenderer().check() }

  /// Draws a chart into the file.
  func draw(_ chart: some Chart, size: ChartSize = .standard) async throws {
    try ReplacedFile(path).write(try await ChartRenderer().draw(chart, as: format, size: size))
  }
}

/// The time line of a typical run, as a file.
struct TimelinePicture {
  private let file: ChartFile

  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String) throws { self.file = try ChartFile(file) }

  /// Checks what drawing needs, so that it is not found missing only after measuring.
  func check() async throws { try await file.check() }

  /// Draws the run of the first command that is nearest to its median CPU time.
  func draw(_ analysis: ExperimentAnalysis) async throws {
    let report = Report(analysis, details: { $0 })
    guard let run = report.typicalRuns.first, !run.timeline.samples.isEmpty else {
      throw NoTimeline()
    }
    let chart = try TimelineChart(
      run, machineMemory: analysis.experiment.environment?.memory ?? 0)
    try await file.draw(chart)
  }
}

/// A run without samples.
struct NoTimeline: Error, CustomStringConvertible {
  let description =
    "There is no time line to draw: no run passed, or the first command ends before it is sampled, "
    + "20 ms after its start."
}

/// A file that `--tables` names, in the format of its ending.
struct TableFile {
  private let path: FilePath
  private let format: Format

  private enum Format: String, CaseIterable { case md, csv, tex }

  /// - Throws: `ValidationError` where the file's ending names no format.
  init(_ file: String) throws {
    path = FilePath(file)
    guard let format = path.extension.flatMap(Format.init) else {
      throw ValidationError("--tables is '\(file)'; allowed: a file ending in .md, .csv or .tex.")
    }
    self.format = format
  }

  /// Writes tables, an empty line between them; what is read as a page begins with the sentences.
  func write(_ tables: [Table], below sentences: [String]) throws {
    let parts =
      switch format {
      case .md:
        sentences.map { MarkdownText($0).description + "\n" }
          + tables.map(MarkdownTableRenderer().rendered)
      case .csv: tables.map(CSVTableRenderer().rendered)
      case .tex: tables.map(LaTeXTableRenderer().rendered)
      }
    try ReplacedFile(path).write(Array(parts.joined(separator: "\n").utf8))
  }
}

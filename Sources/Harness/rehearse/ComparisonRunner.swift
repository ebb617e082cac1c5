import Analysis
import Building
import Comparing
import Deciding
import Exporting
import Foundation
import Recording
import Reporting
import ResultStore
import Running
import Scenarios
import SystemPackage

/// Builds both sides, measures, judges and prints: what `compare` and `check` have in common.
struct ComparisonRunner {
  /// Whether an inconclusive comparison fails.
  var isStrict = false
  /// Whether to say what is known of the machine.
  var asksForQualification = false
  /// Whether verdicts fail, as in `check`; in `compare` they are the result.
  var isGating = true
  private let options: ComparisonOptions
  private let storeOptions: StoreOptions
  private let outputOptions: OutputOptions
  private let exportOptions: ExportOptions

  init(
    _ options: ComparisonOptions, _ storeOptions: StoreOptions, _ outputOptions: OutputOptions,
    _ exportOptions: ExportOptions
  ) {
    self.exportOptions = exportOptions
    self.options = options
    self.storeOptions = storeOptions
    self.outputOptions = outputOptions
  }

  /// Compares what a scenario file names.
  func run(_ scenario: String) async throws -> ExitStatus {
    let file = try ScenarioFile(scenario).selecting(options.story, [])
    let store = try storeOptions.open()
    let interruption = try Interruption.onSignals()
    let session = try ComparisonSession(
      file, settings: try options.settings, store: store, interruption: interruption)
    let builds: ComparedBuilds
    switch try await make(file, interruption) {
    case .made(let made): builds = made
    case .ended(let status): return status
    }
    // No other process may build over the executables before the last of them was measured.
    defer { withExtendedLifetime(builds) {} }
    try exportOptions.check(experiments: builds.candidates.count)
    var results: [ComparisonResult] = []
    for candidate in builds.candidates {
      let analysis = try session.measure(
        candidate, against: builds.baseline, candidates: builds.candidates.count)
      guard
        var result = try ComparisonResult(analysis, isStrict: isStrict, isGating: isGating)
      else { continue }
      if asksForQualification, result.status != .interrupted {
        let state = try StoredQualification(store: store).state(for: analysis)
        result.qualification = state
        Headline.warnings(state, of: file.scenario.name, path: "\(file.path)", like: analysis)
          .forEach { Console.warn("note: \($0)") }
      }
      results.append(result)
      if result.status == .interrupted { break }
      if !outputOptions.json { try ComparisonPrinter(console: outputOptions.console).print(result) }
    }
    if outputOptions.json {
      try outputOptions.console.print(json: results.map(ComparisonResultDocument.init))
    }
    let status = results.map(\.status).max() ?? .passed
    return export(results, of: file) ? status : max(status, .toolFailed)
  }

  /// Writes what was asked for, and in a gating job of GitHub its annotations and summary.
  /// - Returns: false where something could not be written, which was told.
  private func export(_ results: [ComparisonResult], of file: ScenarioFile) -> Bool {
    let job = isGating ? GitHubJob() : nil
    let experiments = results.map {
      ExportedExperiment(
        $0.analysis, judgement: $0.judgement, isStrict: isStrict,
        scenarioFile: job?.path(of: file.path) ?? file.path.string)
    }
    let isComplete = exportOptions.write(experiments)
    do {
      try job?.tell(experiments)
      return isComplete
    } catch {
      Console.warn("Error: The job's summary was not written: \(error)")
      return false
    }
  }

  private enum Making {
    case made(ComparedBuilds)
    case ended(ExitStatus)
  }

  private func make(
    _ file: ScenarioFile, _ interruption: Interruption
  ) async throws -> Making {
    let progress = Progress(quiet: options.quiet)
    defer { progress.clear() }
    let layouts = file.scenario.layouts
    let making = Task {
      try await ComparedBuilds.make(options, of: file, layouts: layouts > 1 ? layouts : nil) {
        progress.say($0)
      }
    }
    interruption.whenRaised { making.cancel() }
    do {
      return .made(try await making.value)
    } catch  where interruption.isRaised {
      return .ended(.interrupted)
    } catch let error as BuildError where options.against != nil {
      // A revision that does not build is the app's failure, not the tool's.
      progress.clear()
      Console.warn("Error: \(error)")
      return .ended(.appFailed)
    }
  }
}

import Analysis
import Building
import Foundation
import Recording
import Reports
import Running
import Scenarios
import Store
import SystemPackage

/// Builds both sides, measures, judges and prints: what `compare` and `check` have in common.
struct ComparisonRunner {
  /// What it is for, which says whether verdicts fail.
  var purpose = Decision.Purpose.comparison
  /// Whether to say what is known of the machine.
  var asksForQualification = false
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
  func run(_ scenario: String, _ call: MeasuringCall) async throws -> ExitStatus {
    let file = try ScenarioFile(scenario).selecting(options.story, [])
    let store = try storeOptions.open()
    let interruption = try Interruption.onSignals()
    let session = try ComparisonSession(
      file, settings: try options.settings, purpose: purpose, store: store,
      interruption: interruption)
    let builds: ComparedBuilds
    switch try await make(file, call, interruption) {
    case .made(let made): builds = made
    case .ended(let status): return status
    }
    // No other process may build over the executables before the last of them was measured.
    defer { withExtendedLifetime(builds) {} }
    try exportOptions.check(experiments: builds.candidates.count)
    var results: [ComparisonResult] = []
    for (index, candidate) in builds.candidates.enumerated() {
      let analysis = try session.measure(
        candidate, against: builds.baseline, candidates: builds.candidates.count,
        in: call, part: index + 1, of: builds.candidates.count)
      guard var result = try ComparisonResult(analysis) else { continue }
      if asksForQualification, result.status != .interrupted {
        let state = try StoredQualification(store: store).state(for: analysis)
        result.qualification = state
        Headline.warnings(state, of: file.scenario.name, path: "\(file.path)", like: analysis)
          .forEach { Console.warn("note: \($0)") }
      }
      results.append(result)
      if result.status == .interrupted {
        storeOptions.tellOfInterruption(analysis)
        break
      }
      if !outputOptions.json { try ComparisonPrinter(console: outputOptions.console).print(result) }
    }
    if outputOptions.json {
      try outputOptions.console.print(json: results.map(ComparisonResultDocument.init))
    }
    return exportOptions.conclude(results, of: file.path)
  }

  private enum Making {
    case made(ComparedBuilds)
    case ended(ExitStatus)
  }

  private func make(
    _ file: ScenarioFile, _ call: MeasuringCall, _ interruption: Interruption
  ) async throws -> Making {
    let progress = Progress(quiet: options.quiet)
    defer { progress.clear() }
    let layouts = file.scenario.layouts
    // A branch may have gone on since.
    let commit = call.experiment()?.builds.first?.revision?.commit
    let making = Task {
      try await ComparedBuilds.make(
        options, of: file, at: commit, layouts: layouts > 1 ? layouts : nil
      ) {
        progress.say($0)
      }
    }
    try interruption.whenRaised { making.cancel() }
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

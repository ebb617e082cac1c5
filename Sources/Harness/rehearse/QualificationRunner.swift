import Analysis
import Building
import Recording
import Running
import Scenarios

/// Compares a build with a copy of itself and prints what that shows.
struct QualificationRunner {
  let settings: ComparisonSettings
  /// Whether pairs are made one run after the other, too.
  let withBackToBack: Bool
  let storeOptions: StoreOptions
  let outputOptions: OutputOptions

  /// Qualifies this machine for a scenario with its first build.
  func run(_ file: ScenarioFile, _ call: MeasuringCall) async throws -> ExitStatus {
    let store = try storeOptions.open()
    let interruption = try Interruption.onSignals()
    let session = try ComparisonSession(
      file, settings: settings, purpose: .qualification, store: store, interruption: interruption)
    guard let driver = try await make(file, interruption) else { return .interrupted }
    let twin = DriverTwin(of: driver, named: "\(driver.record.name) again")
    defer { twin.remove() }
    if !twin.isCopy {
      Console.warn(
        "note: Both sides are the same file, since it can't be copied where it lies, or is started "
          + "by a command of several words.")
    }
    var results: [QualificationResult] = []
    let arrangements = withBackToBack ? [false, true] : [false]
    for (index, isBackToBack) in arrangements.enumerated() {
      let analysis = try session.measure(
        twin.driver, against: driver, backToBack: isBackToBack,
        in: call, part: index + 1, of: arrangements.count)
      guard let result = try QualificationResult(analysis, in: store) else { continue }
      results.append(result)
      if result.status == .interrupted {
        storeOptions.tellOfInterruption(analysis)
        break
      }
      if !outputOptions.json {
        try QualificationPrinter(console: outputOptions.console)
          .print(result, beside: isBackToBack ? results.first : nil)
      }
    }
    if outputOptions.json {
      try outputOptions.console.print(json: results.map(QualificationDocument.init))
    }
    return results.map(\.status).max() ?? .passed
  }

  /// Nil where Rehearse was told to stop.
  private func make(
    _ file: ScenarioFile, _ interruption: Interruption
  ) async throws -> BuiltDriver? {
    let progress = Progress(quiet: settings.isQuiet)
    defer { progress.clear() }
    let layouts = file.scenario.layouts
    let making = Task {
      try await DriverBuilder(folder: file.folder) { progress.say($0) }
        .make(file.scenario.builds[0], layouts: layouts > 1 ? layouts : nil)
    }
    try interruption.whenRaised { making.cancel() }
    do {
      return try await making.value
    } catch  where interruption.isRaised {
      return nil
    }
  }
}

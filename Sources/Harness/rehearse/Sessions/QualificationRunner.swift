import Analysis
import Building
import Foundation
import Recording
import Store
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

/// Looks up what a store knows of the machine that an experiment ran on.
struct StoredQualification {
  let store: ResultStore

  /// Whether the machine was qualified for a comparison's scenario and stories, and is as it was then.
  func state(for analysis: ExperimentAnalysis) throws -> QualificationState {
    let comparison = analysis.experiment
    var outdated: QualificationState.Outdated?
    for candidate in try store.experiments().reversed() where try serves(candidate, comparison) {
      guard let number = candidate.number, let then = candidate.environment,
        let now = comparison.environment
      else { continue }
      let differences = now.differences(from: then).map(\.description)
      if !differences.isEmpty {
        outdated = outdated ?? .init(experiment: number, differences: differences)
        continue
      }
      let qualification = ExperimentAnalysis(candidate, runs: try store.runs(of: number))
      if Self.isBackToBack(qualification) { continue }
      let drifts = try CellDrift.all(analysis, since: qualification, gates: comparison.gates)
      if !drifts.isEmpty { return .drifted(experiment: number, cells: drifts) }
      let result = try Qualification(
        qualification, earlier: try earlier(than: qualification), gates: comparison.gates,
        flippedRuns: 0)
      return result?.isQualified ?? true
        ? .valid(experiment: number)
        : .unfit(experiment: number, advice: result?.advice.filter(\.isBad) ?? [])
    }
    return .missing(outdated: outdated)
  }

  /// How far apart qualifications begin to count as made at different times: what disturbs a
  /// machine for minutes is the same for two right after each other.
  static let differentTimes = 3_600.0

  /// The qualifications of the same machine with the same build, the same way and at other times, that
  /// were made before one; the first made first, and the latest ten at most.
  func earlier(than analysis: ExperimentAnalysis) throws -> [ExperimentAnalysis] {
    let own = analysis.experiment
    guard let number = own.number, let machine = own.environment else { return [] }
    let isBackToBack = Self.isBackToBack(analysis)
    var found: [ExperimentAnalysis] = []
    var last = own.startedAt
    for candidate in try store.experiments().reversed() {
      guard found.count < 10, let other = candidate.number, other < number,
        try serves(candidate, own), Self.haveSameBuild(candidate, own),
        candidate.environment.map({ machine.differences(from: $0).isEmpty }) ?? false,
        last.timeIntervalSince(candidate.startedAt) >= Self.differentTimes
      else { continue }
      let analysis = ExperimentAnalysis(candidate, runs: try store.runs(of: other))
      if Self.isBackToBack(analysis) != isBackToBack { continue }
      found.append(analysis)
      last = candidate.startedAt
    }
    return found.reversed()
  }

  /// Those were made to be set beside others.
  private static func isBackToBack(_ analysis: ExperimentAnalysis) -> Bool {
    analysis.runs.contains { $0.arrangement == .backToBack(.asked) }
  }

  /// Without a checksum, as of a command of several words, the recipe has to do.
  private static func haveSameBuild(_ one: Experiment, _ other: Experiment) -> Bool {
    guard let first = one.builds.first, let second = other.builds.first else { return false }
    return first.sha256 == second.sha256 && (first.sha256 != nil || first.recipe == second.recipe)
  }

  private func serves(_ candidate: Experiment, _ comparison: Experiment) throws -> Bool {
    guard candidate.decision?.purpose == .qualification, candidate.completedAt != nil else {
      return false
    }
    // What an older version wrote, and this one can't read, is no scenario that is compared now.
    guard let scenario = try? candidate.storedScenario else { return false }
    return try scenario.name == comparison.storedScenario.name
      && Set(candidate.stories.map(\.name)).isSuperset(of: comparison.stories.map(\.name))
  }
}

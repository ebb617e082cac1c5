import Analysis
import ArgumentParser
import Exporting
import Foundation
import Store
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage

struct BaselineSaveCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save what a build cost as a baseline.",
    discussion: """
      'rehearse baseline save main scenario.yml' measures the scenario's first build as 'check \
      --saved' will, and saves that. 'rehearse baseline save main 7' saves a build of a stored \
      experiment; only its lone runs are kept.

      Exit status: 0 saved, 1 Rehearse failed, 3 a run failed, so there is nothing to save, 130 \
      interrupted.
      """)

  @Argument(help: "What to call the baseline.")
  var name: String

  @Argument(
    help: ArgumentHelp(
      "A scenario file, or the number or name of a stored experiment.", valueName: "what"))
  var subject = "latest"

  @Option(help: "Which build; needed where a stored experiment has several.")
  var build: String?

  @Flag(help: "Replace the baseline of that name.")
  var replace = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { try BaselineName.check(name) }

  func measure(_ call: MeasuringCall) async throws {
    let file = baselineOptions.baselines.file(of: name)
    if !replace, FileManager.default.fileExists(atPath: file) {
      throw Refusal.because("There is a baseline '\(name)' already; --replace replaces it.")
    }
    let analysis = try await subject.isScenarioFile ? measured(call) : stored()
    if analysis.experiment.completedAt == nil, subject.isScenarioFile {
      storeOptions.tellOfInterruption(analysis)
      try ExitStatus.interrupted.exit()
    }
    let baseline: Baseline
    do throws(BaselineObjection) {
      baseline = try self.baseline(of: analysis)
    } catch {
      Console.warn("Error: \(analysis.experiment.name) can't be a baseline: \(error).")
      if case .failed = error { throw ExitStatus.appFailed.code }
      throw ExitStatus.toolFailed.code
    }
    try BaselineJSON.write(baseline, to: FilePath(file))
    Console.warn("The baseline is \(file).")
    if !baseline.has(.peakAnonymousMemory, of: .fixedAddresses),
      !baseline.has(.instructions, of: .counted)
    {
      Console.warn(
        "note: It has no figures that runs repeat, so 'rehearse check --saved' can judge it with "
          + "--force only; 'rehearse baseline save \(name) SCENARIO' measures those.")
    }
  }

  private func measured(_ call: MeasuringCall) async throws -> ExperimentAnalysis {
    let file = try ScenarioFile(subject)
    let gates = file.scenario.gates
    let areCounted =
      gates.contains(where: \.metric.isInstructionCount) || instructions.rounds > 0
    let session = try LoneSession(
      file, build: build, name: "\(file.scenario.name)-baseline", quiet: quiet,
      store: try storeOptions.open())
    return try await session.measure(
      LonePlan(
        solo: file.scenario.runs, memory: RepeatRule.runsWithoutPairs,
        counted: areCounted
          ? max(instructions.rounds, RepeatRule.instructions.fewestRuns) : 0,
        counting: areCounted ? try instructions.repeatableCounting(gates: gates) : nil,
        seed: UInt64.random(in: 0...UInt64(Int64.max))), in: call)
  }

  private func stored() throws -> ExperimentAnalysis {
    let store = try storeOptions.openExisting()
    let experiment = try store.experiment(subject)
    return try store.analysisWithSteps(of: experiment)
  }

  private func baseline(
    of analysis: ExperimentAnalysis
  ) throws(BaselineObjection) -> Baseline {
    guard let scenario = try? ScenarioParser.parse(analysis.experiment.scenario, file: "") else {
      throw .notReplayed
    }
    let record = try record(analysis.experiment)
    return try Baseline(
      of: analysis.experiment, runs: analysis.runs, build: record, scenario: scenario.name,
      fixture: scenario.fixture)
  }

  private func record(_ experiment: Experiment) throws(BaselineObjection) -> BuildRecord {
    let known = experiment.builds.map(\.name)
    guard let name = build ?? (known.count == 1 ? known[0] : nil) else {
      throw .severalBuilds(known)
    }
    guard let record = experiment.builds.first(where: { $0.name == name }) else {
      throw .noBuild(name, known: known)
    }
    return record
  }
}

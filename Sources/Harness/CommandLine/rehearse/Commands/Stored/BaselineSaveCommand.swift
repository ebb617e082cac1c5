import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Foundation
import Metrics
import Recording
import Store
import SystemPackage

struct BaselineSaveCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save the cost of a build as a baseline.",
    discussion: """
      'rehearse baseline save main scenario.yml' measures the scenario's first build as 'check --saved' \
      will, and saves that. 'rehearse baseline save main 7' saves a build of a stored experiment; runs of \
      pairs are not kept.

      Exit status: 0 saved, 1 Rehearse failed, 3 a run failed, so there is nothing to save, 64 wrong usage, \
      such as a name that is taken, 130 interrupted.
      """)

  @Argument(help: "Baseline name.")
  var name: String

  @Argument(
    help: ArgumentHelp(
      "A scenario file, or the number or name of a stored experiment.", valueName: "what"))
  var subject = "latest"

  @Option(help: "Which build; needed if a stored experiment has several.")
  var build: String?

  @Flag(help: "Replace the baseline of that name.")
  var replace = false

  @Flag(help: "No progress.")
  var quiet = false

  @OptionGroup var trustOptions: TrustOptions
  @OptionGroup var instructions: InstructionOptions
  @OptionGroup var allocations: AllocationOptions
  @OptionGroup var baselineOptions: BaselineOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try FolderName.check(name, of: "baseline")
    let counts = [
      ("--instructions", instructions.wanted != nil), ("--allocations", allocations.wanted != nil),
    ]
    if !subject.isScenarioFile, let count = counts.first(where: \.1) {
      throw ValidationError(
        "\(count.0) is about measuring; a stored experiment is saved as it was measured.")
    }
  }

  func measure(_ call: SessionCall) async throws {
    let file = baselineOptions.baselines.file(of: name)
    if !replace, FileManager.default.fileExists(atPath: file) {
      throw Refusal.baselineExists(name, replacedBy: replacement(in: call))
    }
    let session = BaselineSession(build: build)
    let analysis = try await analysis(session, call)
    if analysis.experiment.completedAt == nil, subject.isScenarioFile {
      storeOptions.tellOfInterruption(analysis)
      try Outcome.interrupted.exit()
    }
    let baseline = try session.baseline(of: analysis)
    try BaselineJSON.write(baseline, to: FilePath(file))
    Console.warn("The baseline is \(file).")
    let repeating: [(Metric, RunKind)] = [
      (.peakAnonymousMemory, .fixedAddresses), (.instructions, .counted),
      (.allocations, .allocations),
    ]
    if !repeating.contains(where: { baseline.has($0, of: $1) }) {
      Console.warn(
        "note: It has no measurements that are the same in every run, so 'rehearse check --saved' needs "
          + "--force; 'rehearse baseline save \(name) SCENARIO' measures those.")
    }
  }

  /// Returns what replaces the baseline, as a sentence names it: if the call is resumed, a whole command, because
  /// 'resume' has no such option.
  private func replacement(in call: SessionCall) -> String {
    guard let begun = call.experiment(), let invocation = begun.invocation else {
      return "--replace"
    }
    var words = invocation.arguments + ["--replace"]
    var store = ""
    // What is measured need not be measured again.
    if begun.completedAt != nil, let number = begun.number {
      words = ["baseline", "save", name, "\(number)", "--replace"]
      if baselineOptions.folder != BaselineOptions.usual {
        words += ["--folder", baselineOptions.folder]
      }
      store = storeOptions.argument
    }
    return "'rehearse \(ShellWords.line(words))\(store)'"
  }

  /// Returns the baseline's analysis: of a scenario's build measured now, or of a stored experiment.
  private func analysis(
    _ session: BaselineSession, _ call: SessionCall
  ) async throws -> ExperimentAnalysis {
    guard subject.isScenarioFile else {
      let store = try storeOptions.openExisting()
      return try store.analysisWithSteps(of: try store.experiment(subject))
    }
    return try await session.measure(
      try ScenarioFile(subject), instructions: instructions.choice,
      allocationRounds: allocations.rounds, in: call,
      store: try storeOptions.open(), .ofThisMachine(quiet: quiet))
  }
}

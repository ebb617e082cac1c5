import Analysis
import ArgumentParser
import CommandSupport
import Experimenting
import Exporting
import Scenarios
import Statistics

struct QualifyCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "qualify",
    abstract: "Compare a build with itself, to find the smallest change that shows here.",
    discussion: """
      Measures one build and a copy of it in pairs, as 'compare' does two builds, and says for every story \
      and gated metric how far apart chance sets both sides, which change shows after how many pairs, and \
      how often a whole run would raise a false alarm. The result is stored, and 'rehearse check' of the \
      same scenario then says if the machine has become noisier.

      Pairs are made as 'check' makes them: those of two stories at once if there are two cores and the \
      record of what stories read allows it. The result says how they were made. If a later check makes two \
      at once and only single pairs were qualified, it says so.

      Verdicts assume that pairs are independent and lean to neither side. That is tested: whether a pair \
      is like the one before, whether stretches of 5 and 10 pairs or the whole run lean to one side, and \
      whether qualifications of the same build at different times, an hour or more apart, differ from each \
      other. A machine that shows any of this is not qualified. The result also says what could not be \
      tested.

      Exit status: 0 measured, qualified or not ('qualified' in the JSON says which), 1 Rehearse failed, 3 \
      a run crashed, hung or led to a wrong outcome, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String

  @Option(help: "The build. Default: the first.")
  var build: String?

  @Option(help: "Pairs of each story.")
  var pairs = Qualification.usualPairs

  @Option(help: ArgumentHelp("Only this story (and those before it); can be repeated."))
  var story: [String] = []

  @Option(
    help:
      "Extra runs of each side that measure only anonymous memory, without address randomisation."
  )
  var memoryRuns = 3

  @Flag(help: "Don't record what stories read: no pairs are made at once then.")
  var noInputs = false

  @OptionGroup var pairing: PairingOptions

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  /// The number of pairs that the rule needs; fewer say little about their own noise.
  private static let fewestPairs = InterimSchedule.standard.pairs[0]

  func validate() throws {
    try RunLimits.check("--pairs", pairs, from: Self.fewestPairs, to: RunLimits.rounds)
    try RunLimits.check("--memory-runs", memoryRuns, from: 0, to: RunLimits.rounds)
  }

  func measure(_ call: SessionCall) async throws {
    let file = try ScenarioFile(scenario).selecting(story, build.map { [$0] } ?? [])
    var settings = ComparisonSettings(
      pairs: pairs, memoryRuns: memoryRuns, seed: pairing.seed, name: pairing.name)
    settings.recordsInputs = !noInputs
    let session = try QualificationSession(
      file, settings, store: try storeOptions.open(), .ofThisMachine(quiet: pairing.quiet))
    let result = try await session.carryOut(in: call)
    if let result, result.outcome == .interrupted {
      storeOptions.tellOfInterruption(result.analysis)
    } else if let result, !outputOptions.json {
      try QualificationPrinter(console: outputOptions.console).print(result)
    }
    if outputOptions.json {
      let results = [result].compactMap(\.self)
      try outputOptions.console.print(json: results.map(QualificationDocument.init))
    }
    try (result?.outcome ?? .passed).exit()
  }
}

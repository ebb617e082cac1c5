import ArgumentParser
import CommandSupport
import Experimenting
import Recording

struct CheckCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare builds and fail if a gate is broken: for continuous integration.",
    discussion: """
      Measures as 'compare' does, and ends with a status that a CI job can act on. A gated cell that is \
      missing or failed never counts as passed. A note says once if this machine was never qualified for \
      the scenario ('rehearse qualify'), and every time if it has become noisier since; it changes neither \
      verdicts nor the status.

      Without a scenario it uses that of rehearse.yml, and its baseline: the keys 'scenario' and 'against'.

      With '--saved NAME' one build is measured alone and compared with a saved baseline ('rehearse \
      baseline'). Only budgets are judged, and what is the same in every run: anonymous memory, \
      instructions and allocations. A gate on a time needs --force, because the machine may have been faster or slower then.

      With '--merged' nothing is measured: it judges what 'rehearse merge' put together from the parts of \
      several machines, and only once all parts are there.

      In GitHub Actions (GITHUB_ACTIONS=true) it appends the verdicts to the job's summary, and annotates \
      the scenario's lines. The annotations go to standard error, which GitHub reads as well, so that \
      standard output holds only the result.

      Exit status: 0 no gate is shown to be broken, 1 Rehearse failed, 2 a regression, 3 a run \
      crashed, hung or led to a wrong outcome, or a revision did not build, 4 inconclusive (with \
      --strict), 5 baseline missing or not comparable, 130 interrupted.
      """)

  @OptionGroup var scenario: ScenarioArgument

  @Option(
    help: ArgumentHelp("Judge the parts that were merged into this store.", valueName: "store"))
  var merged: String?

  @Flag(help: "Fail also if a gated cell is inconclusive.")
  var strict = false

  /// 'watch' gives it.
  @Flag(help: .private)
  var watched = false

  @OptionGroup var options: ComparisonOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    if options.force, options.saved == nil { throw ValidationError("--force needs --saved.") }
    try options.partOptions.check(exports: exportOptions.export, timeLimit: options.maxTime)
    guard merged != nil else {
      _ = try scenario.path
      return
    }
    let areChosen = options.baseline != nil || !options.candidate.isEmpty || options.build != nil
    if scenario.given != nil || options.saved != nil || areChosen {
      throw ValidationError(
        "--merged judges what is stored, each candidate; a scenario, --saved, --build, --baseline "
          + "and --candidate are for measuring.")
    }
    try options.checkNothingIsMeasured(choosesByName: true)
  }

  var settled: [String] { options.settled + ScenarioArgument.settled(scenario.given) }

  var outputFiles: OutputFiles {
    OutputFiles(exports: exportOptions.export, report: options.page.report)
  }

  func measure(_ call: SessionCall) async throws {
    let comparison = ComparisonCall(
      purpose: strict ? .strictCheck : .check, options: options, storeOptions: storeOptions,
      outputOptions: outputOptions, exportOptions: exportOptions, isWatched: watched)
    let outcome =
      if let merged {
        try comparison.compareMerged(in: merged)
      } else if let name = options.saved {
        try await comparison.compare(scenario.path, withSaved: name, call)
      } else {
        try await comparison.compare(scenario.path, call)
      }
    try outcome.exit()
  }
}

import ArgumentParser
import CommandSupport
import Experimenting
import Recording

struct CheckCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare builds and fail if a gate is broken: for continuous integration.",
    discussion: """
      Measures as 'compare' does, and ends with a status that a CI job can act on. A gated cell that is missing or has failed is never taken for passed. \
      It says once that this machine was never qualified for the scenario ('rehearse qualify'), and each time \
      that it has become noisier since; that changes neither verdict nor status.

      With '--saved NAME' one build is measured, alone, and held against a saved baseline \
      ('rehearse baseline'). It judges only what is the same in every run, anonymous memory and \
      instructions, and budgets. A gate on a time is not judged without --force, because the machine \
      may have been faster or slower then.

      With '--merged' nothing is measured: it decides over what 'rehearse merge' put together from the \
      parts of several machines, and over nothing less than all of them.

      In GitHub Actions (GITHUB_ACTIONS=true) it appends the verdicts to the job's summary, and \
      annotates the scenario's lines: on standard error, which GitHub reads as well, so that standard \
      output stays the result.

      Exit status: 0 no gate is shown to be broken, 1 Rehearse failed, 2 a regression, 3 a run \
      crashed, hung or led to a wrong outcome, or a revision did not build, 4 inconclusive (with \
      --strict), 5 baseline missing or not comparable, 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "scenario"))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "Decide over the parts that were merged into this store.", valueName: "store"))
  var merged: String?

  @Flag(help: "Fail where a gated cell is inconclusive, too.")
  var strict = false

  @OptionGroup var options: ComparisonOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    if options.force, options.saved == nil {
      throw ValidationError("--force needs --saved.")
    }
    try options.partOptions.check(exports: exportOptions.export, timeLimit: options.maxTime)
    guard merged != nil else {
      if scenario == nil { throw ValidationError("Missing expected argument '<scenario>'") }
      return
    }
    if scenario != nil || options.saved != nil || options.partOptions.text != nil {
      throw ValidationError(
        "--merged decides over what is stored; a scenario, --saved and --part are about measuring.")
    }
  }

  var settled: [String] { options.settled }

  func measure(_ call: SessionCall) async throws {
    let comparison = ComparisonCall(
      purpose: strict ? .strictCheck : .check, options: options, storeOptions: storeOptions,
      outputOptions: outputOptions, exportOptions: exportOptions)
    let outcome =
      if let merged {
        try comparison.compareMerged(in: merged)
      } else if let name = options.saved {
        try await comparison.compare(scenario ?? "", withSaved: name, call)
      } else {
        try await comparison.compare(scenario ?? "", call)
      }
    try outcome.exit()
  }
}

import ArgumentParser
import CommandSupport
import Experimenting
import Recording

struct CompareCommand: MeasuringCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare builds, revisions or stored experiments, with verdicts.",
    discussion: """
      'rehearse compare scenario.yml' measures the scenario's builds in pairs, both sides of a pair at \
      once, and says of every story and metric whether it improved, regressed or is unchanged. 'rehearse \
      compare scenario.yml --against main' builds and compares the files as they are now and those of a \
      branch. 'rehearse compare 3 7' compares the first builds of two stored experiments, which shows less: \
      they were not measured together. With '--saved NAME' one build is measured, or taken from a stored \
      experiment, and compared with a saved baseline ('rehearse baseline'). To fail on regressions, use \
      'rehearse check'.

      Exit status: 0 compared, whatever the verdicts, 1 Rehearse failed, 3 a run crashed, hung or led to a \
      wrong outcome, or a revision did not build, 5 not comparable, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "A scenario file, or two stored experiments. Default: 'scenario' in rehearse.yml.",
      valueName: "what"))
  var subjects: [String] = []

  @OptionGroup var options: ComparisonOptions
  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var exportOptions: ExportOptions

  func validate() throws {
    if subjects.count > 2 {
      throw ValidationError(
        "There are \(subjects.count) things to compare; allowed: a scenario "
          + "file, or two stored experiments.")
    }
    if options.saved != nil, subjects.count > 1 {
      throw ValidationError(
        "--saved takes one thing to compare: a scenario file, or a stored experiment.")
    }
    try options.partOptions.check(exports: exportOptions.export, timeLimit: options.maxTime)
    let isStored = options.saved != nil && subjects.first?.isScenarioFile == false
    if isStored || subjects.count == 2 { try options.checkNothingIsMeasured() }
    if subjects.isEmpty { _ = try ScenarioArgument.checked(nil) }
    if options.force, subjects.count < 2, options.saved == nil {
      throw ValidationError("--force needs --saved or two stored experiments.")
    }
  }

  var settled: [String] {
    // Stored experiments have nothing to measure again.
    subjects.count == 2 ? [] : options.settled + ScenarioArgument.settled(subjects.first)
  }

  var outputFiles: OutputFiles {
    OutputFiles(exports: exportOptions.export, report: options.page.report)
  }

  func measure(_ call: SessionCall) async throws {
    let comparison = ComparisonCall(
      purpose: .comparison, options: options, storeOptions: storeOptions,
      outputOptions: outputOptions, exportOptions: exportOptions)
    let outcome =
      if subjects.count == 2 {
        try comparison.compare(subjects[0], subjects[1])
      } else if let name = options.saved {
        try await comparison.compare(
          ScenarioArgument.checked(subjects.first), withSaved: name, call)
      } else {
        try await comparison.compare(ScenarioArgument.checked(subjects.first), call)
      }
    try outcome.exit()
  }
}

import Analysis
import ArgumentParser
import CommandSupport
import Recording
import Reports
import Running
import Store

/// The report of what a comparison measured.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report of what was measured into this folder, as 'rehearse report' does."
        + OutputFiles.removalOfReport,
      valueName: "folder"))
  var report: String?

  @Flag(
    help: """
      Write the report, and open its page in the browser (by xdg-open). Without --report it is beside the \
      store.
      """)
  var open = false

  var isWanted: Bool { report != nil || open }

  /// Checks the requirements before anything is measured, for this many experiments.
  func check(experiments count: Int, beside storeOptions: StoreOptions) async throws {
    guard isWanted else { return }
    try await FreshReport.check(
      report, isSingle: count == 1, beside: storeOptions,
      advice: "Without --report and --open there is none.")
  }

  /// Writes the report of a comparison that has ended, and opens it.
  /// - Returns: the outcome of the call. A failing verdict stands, and is not hidden by a missing report, which
  ///   was reported.
  func conclude(
    _ analyses: [ExperimentAnalysis], _ outcome: Outcome, in store: ResultStore,
    beside storeOptions: StoreOptions, until interruption: Interruption
  ) async -> Outcome {
    let numbers = analyses.compactMap(\.experiment.number)
    guard isWanted, outcome != .interrupted, !numbers.isEmpty else { return outcome }
    let folder = report
    let (page, written) = await FreshReport.write(
      of: numbers, in: storeOptions, until: interruption
    ) {
      try await ReportWriter(
        numbers.map(String.init), in: store, formats: ReportFormat.standard, output: folder,
        beside: storeOptions
      ).write()
    }
    if open, let page { Browser.open(page) }
    return outcome == .passed ? written : outcome
  }
}

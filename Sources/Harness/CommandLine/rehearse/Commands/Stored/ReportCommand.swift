import Analysis
import ArgumentParser
import CommandSupport
import Recording
import Reports
import Running
import Store
import SystemPackage

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write experiments' reports: a page, tables, charts and the raw measurements.",
    discussion: """
      One experiment's report is a folder with the page 'report.html', one file that needs no network. \
      Several experiments have a folder each, and 'index.html' beside them says what each came to.

      With --watch the report is written again when the store has new runs, until the experiment is \
      complete or Ctrl-C; open pages reload themselves. At most a tenth of the time is spent on it, because \
      drawing disturbs what is being measured on the same machine.
      """)

  @Argument(
    help: ArgumentHelp(
      "Experiments: a number, a name, or 'latest'. Default: latest.",
      valueName: "experiment"))
  var experiments: [String] = []

  @Option(help: ArgumentHelp("Output folder. Default: beside the store.", valueName: "folder"))
  var output: String?

  @Option(
    help: """
      Format: md and html are pages; csv, latex and json are tables. Can be repeated. Default: md, html and \
      csv.
      """)
  var format: [ReportFormat] = []

  @Option(help: ArgumentHelp("Only this story; can be repeated.", valueName: "name"))
  var story: [String] = []

  @Flag(help: "Rewrite it while the experiment runs.")
  var watch = false

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let store = try storeOptions.openExisting()
    let writer = try ReportWriter(
      experiments.isEmpty ? ["latest"] : experiments, in: store,
      formats: format.isEmpty ? ReportFormat.standard : Set(format), stories: story,
      output: output, beside: storeOptions)
    // gnuplot is in a process group of its own, and half-written files have other names: a signal leaves neither.
    let interruption = try Interruption.onSignals()
    let watched = ReportWatch(writer: writer, store: store, interruption: interruption)
    let writing = Task {
      if watch { try await watched.carryOut(tell) } else { try tell(try await writer.write()) }
    }
    try interruption.whenRaised { writing.cancel() }
    do {
      try await writing.value
    } catch  where interruption.isRaised {
      try Outcome.interrupted.exit()
    }
  }

  private func tell(_ page: FilePath) throws {
    if outputOptions.json {
      try outputOptions.console.print(json: ["report": page.string])
    } else {
      try outputOptions.console.print(page.string)
    }
  }
}

/// Writes reports repeatedly while their experiments run in another process.
struct ReportWatch {
  let writer: ReportWriter
  let store: ResultStore
  let interruption: Interruption

  /// Pauses are this many times as long as the last writing took.
  private static let restraint = 9

  /// Continues until all experiments are complete.
  /// - Parameter tell: receives the page once it exists.
  /// - Throws: `CancellationError` if the user asks to stop, and errors of writing.
  func carryOut(_ tell: (FilePath) throws -> Void) async throws {
    let clock = ContinuousClock()
    var isReported = false
    var state = try state()
    while true {
      let start = clock.now
      let page = try await writer.write(reload: state.isComplete ? nil : Self.reload)
      let pause = (clock.now - start) * Self.restraint
      if !isReported { try tell(page) }
      isReported = true
      if state.isComplete { return }
      state = try next(after: state, notBefore: clock.now + pause, clock)
    }
  }

  /// The interval at which an open page reloads itself, s.
  private static let reload = 5

  /// Waits for new runs, and checks once a second, which takes under a millisecond. Watching the store's
  /// files would be no faster: they change before the written data can be read.
  private func next(
    after written: StoredProgress, notBefore earliest: ContinuousClock.Instant,
    _ clock: ContinuousClock
  ) throws -> StoredProgress {
    while !interruption.isRaised(withinMilliseconds: 1000) {
      let now = try state()
      if now.isComplete || now != written && clock.now >= earliest { return now }
    }
    throw CancellationError()
  }

  private func state() throws -> StoredProgress {
    try StoredProgress(
      runs: writer.numbers.map { try store.runCounts(of: $0).all },
      isComplete: writer.numbers.allSatisfy { try store.experiment("\($0)").completedAt != nil })
  }

  /// The state of what can be reported.
  private struct StoredProgress: Equatable {
    let runs: [Int]
    let isComplete: Bool
  }
}

import Analysis
import ArgumentParser
import Charts
import CommandSupport
import Diagnosing
import Experimenting
import Exporting
import Recording
import Reports
import Running
import Sampling
import Scenarios
import Store
import SystemPackage
import Tables

struct AttachCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Watch running processes and all that they start, until they end.",
    discussion: """
      The processes are left as they are. Ctrl-C ends the watching, not the processes; the result so far is \
      printed.

      Exit status: 0 there is a result, 1 there is none, or not all could be written, 64 wrong usage.
      """)

  @Argument(help: ArgumentHelp("Processes.", valueName: "pid"))
  var pids: [Int32]

  @Option(help: ArgumentHelp("Watch no longer than this: 10s, 500ms, 2min.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "Sampling interval, 1ms or more. Default: 10ms, or more if that would take over half a percent of a "
        + "CPU.", valueName: "time"))
  var interval: TimeArgument?

  @Option(
    help: ArgumentHelp(
      "Draw memory and CPU over time: .svg, .png or .pdf." + OutputFiles.removal,
      valueName: "file"))
  var chart: String?

  @Option(
    help: ArgumentHelp(
      "Write the result for another program, too; can be repeated. Formats: "
        + "\(Self.formats.map(\.rawValue).joined(separator: ", ")); a file name alone means csv."
        + OutputFiles.removal,
      valueName: "format=file"), transform: { try ExportDestination($0) })
  var export: [ExportDestination] = []

  @Option(help: ArgumentHelp("Keep the result as an experiment in this store.", valueName: "file"))
  var store: String?

  @Option(help: "Experiment name. Default: the process's name.")
  var name: String?

  @Flag(help: "No live line.")
  var quiet = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if let pid = pids.first(where: { $0 < 1 }) {
      throw ValidationError("The pid is \(pid); allowed: 1 and more.")
    }
    if let interval, interval.time < .milliseconds(1) {
      throw ValidationError("--interval is shorter than a millisecond; allowed: 1ms and more.")
    }
    if let chart { _ = try ChartFile(chart) }
    try ExperimentName.check(name)
    for destination in export {
      guard Self.formats.contains(destination.format) else {
        throw ValidationError(
          "--export is '\(destination.format.rawValue)', a format for planned runs only; allowed: "
            + "\(Self.formats.map(\.rawValue).joined(separator: ", ")).")
      }
      try destination.path.checkFolder(of: "--export")
    }
    if name != nil, store == nil { throw ValidationError("--name needs --store.") }
  }

  var outputFiles: OutputFiles { OutputFiles(exports: export, charts: chart.map { [$0] } ?? []) }

  func carryOut() async throws {
    let machine = try MachineWatch().environment()
    let session = try AttachSession(
      pids, every: interval?.time, for: duration?.time, on: machine,
      until: try Interruption.onSignals(), try Progress(quiet: quiet))
    let store = try store.map { try ResultStore(path: $0, note: StoreOptions.note) }
    let attached = try session.carryOut(named: name)
    // Nobody can watch that again, so what fails keeps nothing else from being done.
    var outcome = await Outcome.passed.besides {
      if let store { try keep(attached, in: store) }
    }
    let isExported = export.write([
      ExportedExperiment(ExperimentAnalysis(attached.experiment, runs: [attached.run]))
    ])
    if !isExported { outcome = .toolFailed }
    outcome = await outcome.besides {
      if let chart { try await draw(attached.run, machineMemory: machine.memory, in: chart) }
    }
    try print(attached)
    try outcome.exit()
  }

  /// The formats that can hold a single unplanned run.
  private static let formats = ExportFormat.allCases.filter { $0.traits.contains(.lone) }

  private func print(_ attached: AttachedProcesses) throws {
    let console = outputOptions.console
    guard !outputOptions.json else {
      return try console.print(json: AttachDocument(attached, pids: pids))
    }
    try console.print(try Table.attached(attached.run))
    let processes = attached.result.processes
    if processes.count > 1 {
      try console.print(
        try Table.processes(
          processes.map { ($0.pid, $0.parent, $0.name, $0.cost) }, limit: 20))
    }
    attached.notes.forEach { Console.warn("note: \($0)") }
  }

  private func draw(_ run: Run, machineMemory: Int64, in file: String) async throws {
    var run = run
    // The only step is the whole picture.
    run.steps = []
    let chart = try TimelineChart(
      run, machineMemory: machineMemory, title: "\(run.story) (\(run.build))")
    try await ChartFile(file).draw(chart)
  }

  private func keep(_ attached: AttachedProcesses, in store: ResultStore) throws {
    let experiment = try attached.keep(in: store)
    Console.warn(
      "The result is experiment \(experiment.number ?? 0) (\(experiment.name)) of "
        + "\(self.store ?? "").")
  }
}

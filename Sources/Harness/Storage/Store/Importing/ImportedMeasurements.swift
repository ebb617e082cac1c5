import Foundation
import Metrics
import Recording
import Scenarios
import Statistics
import Tables

/// Runs that were read from files.
public struct ImportedMeasurements: Sendable, Equatable {
  /// The runs in file order.
  public var runs: [Run] = []
  /// Warnings about what was skipped: rows that are in a file twice, and data of other tools that runs lack.
  public var warnings: [String] = []
  /// Titles of stories, by their names; others are called by their names.
  public var titles: [String: String] = [:]
  /// The tools that measured a build; none for rows of a CSV file.
  private var tools: [String: [String]] = [:]

  /// No measurements yet.
  public init() {}

  /// The stories in the order of their first run.
  public var stories: [String] { runs.map(\.story).uniqued }
  /// The builds in the order of their first run.
  public var builds: [String] { runs.map(\.build).uniqued }
  /// The number of rounds of the runs: a file may number them in any way, with gaps.
  public var rounds: Int { Set(runs.map(\.round)).count }

  /// The number of layouts of the builds' code.
  public var layouts: Int { max(1, runs.map(\.layout).max() ?? 1) }

  /// The origin of a build's measurements, as the recipe of the build: `imported from hyperfine`.
  public func recipe(of build: String) -> String {
    guard let tools = tools[build] else { return "imported" }
    return "imported from \(tools.uniqued.joined(separator: ", "))"
  }

  /// Adds the measurements of a file; its content determines the format.
  /// - Parameters:
  ///   - text: the file's content: CSV, or JSON of another benchmark tool.
  ///   - file: the file's name, for error messages.
  ///   - build: the build that the file is about, if no column names it; nil for the name in the
  ///     file, or else the file's name without extension.
  ///   - replacesNames: whether the build has this name also if a column calls it otherwise.
  /// - Throws: ``StoreError``, also for several builds in a file that is about one.
  public mutating func add(
    _ text: String, file: String, build: String?, replacesNames: Bool = false
  ) throws(StoreError) {
    let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    if Self.isJSON(text) {
      let results = try Self.results(in: text, file: file)
      add(
        results.runs, losses: results.losses, from: type(of: results).tool, file: file,
        build: build ?? results.build ?? stem)
    } else {
      try add(rows: text, file: file, build: build ?? stem, replacesNames)
    }
  }

  /// Adds runs of another tool. Each is in a round after those that its build and story have.
  mutating func add(
    _ added: [BenchmarkRun], losses: [String], from tool: String, file: String, build: String
  ) {
    var rounds: [String: Int] = [:]
    for run in runs where run.build == build {
      rounds[run.story] = max(rounds[run.story] ?? 0, run.round)
    }
    for run in added {
      rounds[run.story, default: 0] += 1
      runs.append(
        Run(
          build: build, story: run.story, round: rounds[run.story] ?? 1,
          position: runs.count + 1, pid: nil, startedAt: nil, ending: .passed, steps: [],
          timeline: .empty, measurements: run.measurements))
    }
    tools[build, default: []].append(tool)
    warnings += losses.map { "\(file): \($0)." }
  }

  private mutating func add(
    rows text: String, file: String, build: String, _ replacesNames: Bool
  ) throws(StoreError) {
    let table = try CSVTable(text, file: file) { fault in
      StoreError.malformed(
        file: file, line: fault.line, column: fault.column, found: fault.found,
        allowed: fault.allowed)
    }
    let names = table.header.map(\.text)
    guard let form = Self.forms.first(where: { $0.columns == names }) else {
      if names.count == 1, let sign = [";", "\t"].first(where: names[0].contains) {
        throw table.error(
          table.header[0], "columns are separated by \(sign == ";" ? "semicolons" : "tabs")",
          allowed: "commas")
      }
      throw table.error(
        table.header[0], "unknown columns '\(names.joined(separator: ","))'",
        allowed: Self.forms.map { "'\($0.columns.joined(separator: ","))'" }
          .joined(separator: " or "))
    }
    var rows = RunCollector(table: table, after: runs, onlyBuild: replacesNames ? build : nil)
    for row in table.rows { try form.read(row, build, &rows) }
    for run in rows.runs {
      var run = run
      run.position = runs.count + 1
      runs.append(run)
    }
    warnings += rows.warnings
  }

  private static let forms: [any MeasurementForm.Type] = [
    LongForm.self, ExportedForm.self, ProfilerForm.self,
  ]
}

/// A column layout of measurements.
protocol MeasurementForm: SendableMetatype {
  static var columns: [String] { get }
  /// Reads one row; `build` is the build if the row names none.
  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(StoreError)
}

/// One value per row: `build,story,metric,unit,run,value`.
enum LongForm: MeasurementForm {
  static let columns = ["build", "story", "metric", "unit", "run", "value"]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(StoreError)
  {
    let table = runs.table
    let (metric, scale) = try table.metric(row[2], unit: row[3])
    let cell = RunCollector.Series(
      build: try runs.build(row[0]), story: try table.name(row[1], "story"))
    let key = RunCollector.RunKey(cell: cell, run: try table.runNumber(row[4], "run"))
    let value = try table.number(row[5], "value", scale: scale)
    try runs.add([metric: value], to: key, isPid: false, at: row[4])
  }
}

/// The format of `rehearse export`: also one value per row, with everything that identifies the run.
///
/// Rows of steps are skipped, because imports have no steps. So are those of a control, and how a
/// pair's runs were arranged in time. A file contains one experiment.
enum ExportedForm: MeasurementForm {
  static let columns = [
    "experiment", "build", "story", "step", "kind", "round", "attempt", "arrangement", "layout",
    "metric", "unit", "value",
  ]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(StoreError)
  {
    let table = runs.table
    if let first = table.rows.first?[0], first.text != row[0].text {
      throw table.error(
        row[0], "experiment '\(row[0].text)' in a file of experiment '\(first.text)'",
        allowed: "one experiment a file")
    }
    guard let kind = RunKind(rawValue: row[4].text) else {
      throw table.error(
        row[4], "there is no kind of run '\(row[4].text)'",
        allowed: RunKind.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let layout = Int(try table.runNumber(row[8], "layout"))
    guard layout <= RunLimits.layouts else {
      throw table.error(row[8], "layout \(layout)", allowed: "1 to \(RunLimits.layouts)")
    }
    let origin = RunCollector.Origin(
      kind: kind, attempt: Int(try table.runNumber(row[6], "attempt")), layout: layout)
    let round = try table.runNumber(row[5], "round")
    let (metric, scale) = try table.metric(row[9], unit: row[10])
    let value = try table.number(row[11], "value", scale: scale)
    // A control belongs to none of the compared builds.
    guard row[3].text.isEmpty, kind != .control else { return }
    let cell = RunCollector.Series(
      build: try runs.build(row[1]), story: try table.name(row[2], "story"))
    try runs.add(
      [metric: value], to: RunCollector.RunKey(cell: cell, run: round, origin: origin),
      isPid: false, at: row[5])
  }
}

extension CSVTable {
  func error(_ field: Field, _ found: String, allowed: String = "") -> StoreError {
    StoreError.malformed(
      file: file, line: field.line, column: field.column, found: found, allowed: allowed)
  }

  /// Parses the fields as a metric and the size of its unit in base units.
  fileprivate func metric(
    _ name: Field, unit: Field
  ) throws(StoreError) -> (metric: Metric, scale: Double) {
    guard let metric = Metric.named(name.text) else {
      throw error(
        name, "there is no metric '\(name.text)'",
        allowed: Metric.all.map(\.id).joined(separator: ", "))
    }
    guard let scale = metric.unit.scale(ofSymbol: unit.text) else {
      throw error(
        unit, "\(metric.id) can't be in '\(unit.text)'",
        allowed: metric.unit.importSymbols.joined(separator: ", "))
    }
    return (metric, scale)
  }
}

/// The format for values noted down from a phone's profiler, one row per run and quantity:
/// `metric,story,table,pid,peak,lowest,other_processes`. `metric` is `memory_mb` (MB of 1,000,000
/// bytes) or `cpu_percent`; `table` names the place in the source and is dropped.
enum ProfilerForm: MeasurementForm {
  static let columns = ["metric", "story", "table", "pid", "peak", "lowest", "other_processes"]

  private static let quantities: [String: (metrics: [Metric], scale: Double)] = [
    "memory_mb": ([.peakMemory, .lowestMemory, .otherMemory], 1_000_000),
    "cpu_percent": ([.peakCPU, .lowestCPU, .otherCPU], 1),
  ]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(StoreError)
  {
    let table = runs.table
    guard let quantity = quantities[row[0].text] else {
      throw table.error(
        row[0], "there is no quantity '\(row[0].text)'",
        allowed: quantities.keys.sorted().joined(separator: ", "))
    }
    var measurements: [Metric: Double] = [:]
    for (index, metric) in quantity.metrics.enumerated() {
      measurements[metric] = try table.number(
        row[4 + index], columns[4 + index], scale: quantity.scale)
    }
    let cell = RunCollector.Series(build: build, story: try table.name(row[1], "story"))
    let key = RunCollector.RunKey(cell: cell, run: try table.runNumber(row[3], "pid"))
    try runs.add(measurements, to: key, isPid: true, at: row[3])
  }
}

import Metrics
import Recording
import Tables

/// Collects rows into runs: rows that name the same run add their measurements to it.
struct RunCollector {
  let table: CSVTable
  private(set) var runs: [Run] = []
  private(set) var warnings: [String] = []
  private var places: [RunKey: Int] = [:]
  private var counts: [Series: Int] = [:]
  private let earlierRounds: [Series: Int]
  /// The name of the only build, whatever rows call it; nil if they name it, or several.
  private let onlyBuild: String?
  private var namedBuild: String?

  /// The name of a run in a file: a number or a pid, unique within story, build and origin.
  struct RunKey: Hashable {
    let cell: Series
    let run: Int32
    /// Nil if the file's numbers are no rounds.
    var origin: Origin?
  }

  /// The facts in a file about a run made by Rehearse.
  struct Origin: Hashable {
    let kind: RunKind
    let attempt: Int
    let layout: Int
  }

  struct Series: Hashable {
    let build: String
    let story: String
  }

  /// Collects a table's runs after `earlier` runs of other files, whose rounds are in use.
  init(table: CSVTable, after earlier: [Run], onlyBuild: String? = nil) {
    self.table = table
    self.onlyBuild = onlyBuild
    for run in earlier {
      let cell = Series(build: run.build, story: run.story)
      counts[cell] = max(counts[cell] ?? 0, run.round)
    }
    earlierRounds = counts
  }

  /// Returns the build of a row that names it.
  /// - Throws: ``StoreError`` if the row has no name, or another than the rows before and there is only one build.
  mutating func build(_ field: CSVTable.Field) throws(StoreError) -> String {
    let name = try table.name(field, "build")
    guard let onlyBuild else { return name }
    if let namedBuild, namedBuild != name {
      throw table.error(
        field, "build '\(name)' in a file of build '\(namedBuild)': both can't be '\(onlyBuild)'",
        allowed: "one build in a file that is given a name")
    }
    namedBuild = name
    return onlyBuild
  }

  /// Adds measurements to a run, whose number in the file may be a pid. `field` names the run, for messages.
  /// - Throws: ``StoreError`` if the run already has another value for one of the metrics.
  mutating func add(
    _ measurements: [Metric: Double], to key: RunKey, isPid: Bool, at field: CSVTable.Field
  ) throws(StoreError) {
    let place = places[key] ?? open(key, isPid: isPid)
    let known = measurements.filter { runs[place].measurements[$0.key] != nil }
    for (metric, value) in known.sorted(by: { $0.key.id < $1.key.id })
    where runs[place].measurements[metric] != value {
      throw table.error(
        field, "run \(key.run) of \(key.cell.story) has two values for \(metric.id)")
    }
    if known.count == measurements.count {
      warnings.append(
        "\(table.file):\(field.line): run \(key.run) of \(key.cell.story) appears twice in the file with "
          + "the same values; it counts once.")
    }
    runs[place].measurements.merge(measurements) { old, _ in old }
  }

  private mutating func open(_ key: RunKey, isPid: Bool) -> Int {
    counts[key.cell, default: 0] += 1
    let round =
      if key.origin == nil {
        counts[key.cell] ?? 1
      } else {
        (earlierRounds[key.cell] ?? 0) + Int(key.run)
      }
    runs.append(
      Run(
        kind: key.origin?.kind ?? .solo, build: key.cell.build, story: key.cell.story,
        round: round, layout: key.origin?.layout ?? 1, position: 0,
        attempt: key.origin?.attempt ?? 1, pid: isPid ? key.run : nil, startedAt: nil,
        ending: .passed, steps: [], timeline: .empty, measurements: [:]))
    places[key] = runs.count - 1
    return runs.count - 1
  }
}

extension CSVTable {
  /// The field as a number, which must also be finite in base units; `scale` is the size of its unit.
  func number(_ field: Field, _ name: String, scale: Double) throws(StoreError) -> Double {
    guard let value = Double(field.text).map({ $0 * scale }), value.isFinite else {
      throw error(field, "\(name) '\(field.text)' is not a number", allowed: "a finite number")
    }
    if value < 0 { throw error(field, "\(name) '\(field.text)' is below 0", allowed: "0 and more") }
    return value
  }

  func runNumber(_ field: Field, _ name: String) throws(StoreError) -> Int32 {
    guard let value = Int32(field.text), value >= 0 else {
      throw error(
        field, "\(name) is '\(field.text)'", allowed: "a whole number from 0 to \(Int32.max)")
    }
    return value
  }

  func name(_ field: Field, _ role: String) throws(StoreError) -> String {
    if field.text.isEmpty { throw error(field, "the \(role) has no name") }
    return field.text
  }
}

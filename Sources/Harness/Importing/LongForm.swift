import MetricCatalog
import Recording
import Scenarios

/// One figure a row: `build,story,metric,unit,run,value`.
enum LongForm: MeasurementForm {
  static let columns = ["build", "story", "metric", "unit", "run", "value"]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(ImportError)
  {
    let table = runs.table
    let (metric, scale) = try table.metric(row[2], unit: row[3])
    let cell = RunCollector.Cell(
      build: try table.name(row[0], "build"), story: try table.name(row[1], "story"))
    let key = RunCollector.Key(cell: cell, run: try table.runNumber(row[4], "run"))
    let value = try table.number(row[5], "value", scale: scale)
    try runs.add([metric: value], to: key, isPid: false, at: row[4])
  }
}

/// What `rehearse export` writes: one figure a row, too, with all that says which run it is of.
///
/// Rows of steps are passed over, since what is imported has none, and so is how the runs of a pair
/// lay in time. A file holds one experiment.
enum ExportedForm: MeasurementForm {
  static let columns = [
    "experiment", "build", "story", "step", "kind", "round", "attempt", "arrangement", "layout",
    "metric", "unit", "value",
  ]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(ImportError)
  {
    let table = runs.table
    if let first = table.rows.first?[0], first.text != row[0].text {
      throw table.error(
        row[0], "experiment '\(row[0].text)' in a file of experiment '\(first.text)'",
        allowed: "one experiment a file")
    }
    let cell = RunCollector.Cell(
      build: try table.name(row[1], "build"), story: try table.name(row[2], "story"))
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
    let key = RunCollector.Key(
      cell: cell, run: try table.runNumber(row[5], "round"), origin: origin)
    let (metric, scale) = try table.metric(row[9], unit: row[10])
    let value = try table.number(row[11], "value", scale: scale)
    guard row[3].text.isEmpty else { return }
    try runs.add([metric: value], to: key, isPid: false, at: row[5])
  }
}

extension CSVTable {
  /// The fields as a metric and what one of the unit is in base units.
  fileprivate func metric(
    _ name: Field, unit: Field
  ) throws(ImportError) -> (metric: Metric, scale: Double) {
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

import MetricCatalog

/// One figure a row: `build,story,metric,unit,run,value`, what `rehearse export` writes.
enum LongForm: MeasurementForm {
  static let columns = ["build", "story", "metric", "unit", "run", "value"]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(ImportError)
  {
    let table = runs.table
    guard let metric = Metric.named(row[2].text) else {
      throw table.error(
        row[2], "there is no metric '\(row[2].text)'",
        allowed: Metric.all.map(\.id).joined(separator: ", "))
    }
    guard let scale = metric.unit.scale(ofSymbol: row[3].text) else {
      throw table.error(
        row[3], "\(metric.id) can't be in '\(row[3].text)'",
        allowed: metric.unit.importSymbols.joined(separator: ", "))
    }
    let cell = RunCollector.Cell(
      build: try table.name(row[0], "build"), story: try table.name(row[1], "story"))
    let key = RunCollector.Key(cell: cell, run: try table.runNumber(row[4], "run"))
    let value = try table.number(row[5], "value", scale: scale)
    try runs.add([metric: value], to: key, isPid: false, at: row[4])
  }
}

import MetricCatalog

/// What one writes down from a phone's profiler, one row a run and quantity:
/// `metric,story,table,pid,peak,lowest,other_processes`. `metric` is `memory_mb` (MB of
/// 1,000,000 bytes) or `cpu_percent`; `table` names the place in the source and is not kept.
enum ProfilerForm: MeasurementForm {
  static let columns = ["metric", "story", "table", "pid", "peak", "lowest", "other_processes"]

  private static let quantities: [String: (metrics: [Metric], scale: Double)] = [
    "memory_mb": ([.peakMemory, .lowestMemory, .otherMemory], 1_000_000),
    "cpu_percent": ([.peakCPU, .lowestCPU, .otherCPU], 1),
  ]

  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(ImportError)
  {
    let table = runs.table
    guard let quantity = quantities[row[0].text] else {
      throw table.error(
        row[0], "there is no quantity '\(row[0].text)'",
        allowed: quantities.keys.sorted().joined(separator: ", "))
    }
    var figures: [Metric: Double] = [:]
    for (index, metric) in quantity.metrics.enumerated() {
      figures[metric] = try table.number(
        row[4 + index], columns[4 + index], scale: quantity.scale)
    }
    let cell = RunCollector.Cell(build: build, story: try table.name(row[1], "story"))
    let key = RunCollector.Key(cell: cell, run: try table.runNumber(row[3], "pid"))
    try runs.add(figures, to: key, isPid: true, at: row[3])
  }
}

import GRDB
import Metrics

/// The measurements of an experiment's runs, run by run in row order.
struct MeasurementReader {
  private let rows: StoredRow.Cursor
  private var metrics = RepeatedTexts<Metric>()
  /// The expected number of measurements of the next run: as many as the last one had.
  private var expected = 0
  /// The last row read, and its run; nil after the last row.
  private var next: (row: StoredRow, run: Int64)?

  init(_ db: Database, experiment: Int64) throws {
    // Ordered by run.id, so that SQLite reads the measurements in index order without sorting.
    rows = try StoredRow.Cursor(
      db,
      sql: """
        SELECT run.id, metric, value FROM run JOIN measurement ON runId = run.id
        WHERE experimentNumber = ? ORDER BY run.id
        """, arguments: [experiment])
    try advance()
  }

  /// A run's measurements; must be requested in the row order of the runs.
  mutating func measurements(of run: Int64) throws -> [Metric: Double] {
    var measurements = [Metric: Double](minimumCapacity: expected)
    while let next, next.run == run {
      let metric = try metrics.value(of: next.row.text(1, "metric")) { name in
        guard let metric = Metric.named(name) else {
          throw StoreError.damaged(what: "the metric '\(name)'")
        }
        return metric
      }
      measurements[metric] = try next.row.measurement(2, of: metric)
      try advance()
    }
    expected = measurements.count
    return measurements
  }

  private mutating func advance() throws {
    next = try rows.next().map { ($0, try $0.value(0, "runId")) }
  }
}

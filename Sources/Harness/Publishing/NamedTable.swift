import MetricCatalog
import Reporting

/// A table with the name of its files, and what it is made of.
struct NamedTable {
  /// The file name without ending.
  let name: String
  let table: Table
  /// The metrics whose figures it has.
  let metrics: [Metric]

  init(_ name: String, _ table: Table, metrics: [Metric] = []) {
    self.name = name
    self.table = table
    self.metrics = metrics
  }
}

import ArgumentParser
import Metrics
import Recording
import Reports
import Scenarios

enum MetricName {
  /// The metric of that name.
  /// - Throws: `ValidationError` with all metrics.
  static func checked(_ name: String) throws -> Metric {
    if let metric = Metric.named(name) { return metric }
    let known = Metric.all.map(\.id)
    let near = NearestName.hint(name, among: known)
    throw ValidationError(
      "There is no metric '\(name)'; allowed: \(known.joined(separator: ", ")).\(near)")
  }
}

extension ReportFormat: ExpressibleByArgument {}

extension RunLimits {
  /// Refuses an option's number if it is not allowed.
  /// - Throws: `ValidationError`.
  static func check(_ option: String, _ count: Int?, from minimum: Int, to maximum: Int) throws {
    guard let count, !(minimum...maximum).contains(count) else { return }
    throw ValidationError("\(option) is \(count); allowed: \(minimum) to \(maximum).")
  }
}

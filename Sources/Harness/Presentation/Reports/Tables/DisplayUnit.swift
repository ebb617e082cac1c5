import Metrics
import Statistics
import Tables

extension MetricUnit {
  /// An amount in base units with the displayed unit: `4.02 MB`.
  func words(_ amount: Double, _ format: NumberFormat) -> String {
    let number = format.string(for: amount / displayScale)
    return displaySymbol.isEmpty ? number : "\(number) \(displaySymbol)"
  }

  /// The displayed unit of a statistic whose values have this unit.
  func displaySymbol(of dimension: Statistic.Dimension) -> String {
    switch dimension {
    case .values: displaySymbol
    case .squared: displaySymbol.isEmpty ? "" : displaySymbol + "²"
    case .none: ""
    }
  }

  /// Base units per displayed unit, for a statistic whose values have this unit.
  func displayScale(of dimension: Statistic.Dimension) -> Double {
    switch dimension {
    case .values: displayScale
    case .squared: displayScale * displayScale
    case .none: 1
    }
  }
}

extension Metric {
  /// `Peak memory, MB`.
  var titleWithUnit: String {
    unit.displaySymbol.isEmpty ? title : "\(title), \(unit.displaySymbol)"
  }
}

extension Table.Cell {
  static func mean(_ summary: Summary?, of metric: Metric) -> Table.Cell {
    guard let summary else { return .missing("no run has this value") }
    let scale = metric.unit.displayScale
    return .number(summary.mean / scale, as: summary.format(of: .mean, scale: scale))
  }

  /// Half of a mean's 95 % interval, with the mean's decimals.
  static func halfWidth(_ summary: Summary?, of metric: Metric) -> Table.Cell {
    guard let summary else { return .missing("no run has this value") }
    guard let halfWidth = summary.confidenceHalfWidth else {
      return .missing("one run has no interval")
    }
    let scale = metric.unit.displayScale
    return .number(halfWidth / scale, as: summary.format(of: .confidenceHalfWidth, scale: scale))
  }
}

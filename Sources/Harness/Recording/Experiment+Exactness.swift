import MetricCatalog

extension Experiment {
  /// How exact a metric's values are here: what the catalogue says, or, for imports, unknown.
  public func exactness(of metric: Metric) -> Exactness {
    source == .import ? .imported : metric.exactness
  }

  /// What a metric's figures mean here, where they come from and how exact they are.
  public func meaning(of metric: Metric) -> String {
    let exactness = exactness(of: metric).description
    return switch source {
    case .replay: "\(metric.meaning) Exactness: \(exactness)"
    case .command: "\(metric.commandMeaning) Exactness: \(exactness)"
    case .import: exactness
    }
  }
}

import Metrics

extension Experiment {
  /// Returns the kind of exactness of a metric's values here.
  public func exactness(of metric: Metric) -> Exactness {
    source == .attach ? .sampled : origin(of: metric, sampledEvery: nil).bound.exactness
  }

  /// The origin of a metric's values here, and how exact they are. The sampling interval is in ns; nil if
  /// unknown.
  public func origin(of metric: Metric, sampledEvery interval: Int64?) -> MeasurementOrigin {
    let conditions = MeasurementOrigin.Conditions(
      samplesPerSecond: interval.map { 1e9 / Double($0) }, processors: environment?.processors ?? 1)
    return switch source {
    case .replay, .stored: metric.origin(conditions)
    case .command: metric.commandOrigin(conditions)
    case .attach: metric.attachedOrigin(conditions)
    case .import: MeasurementOrigin("an imported file", .unknown)
    }
  }

  /// Returns what a metric's measurements mean here, where they come from and how exact they are. For the
  /// interval, see ``origin(of:sampledEvery:)``.
  public func meaning(of metric: Metric, sampledEvery interval: Int64?) -> String {
    let bound = origin(of: metric, sampledEvery: interval).bound.words(metric.unit)
    return switch source {
    case .replay, .stored: "\(metric.meaning) Exactness: \(bound)."
    case .command: "\(metric.commandMeaning) Exactness: \(bound)."
    case .import: "Measured elsewhere; the imported file does not say how, or how exactly."
    case .attach: metric.meaningWhereAttached
    }
  }
}

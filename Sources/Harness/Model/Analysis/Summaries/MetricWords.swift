import Metrics
import Statistics

/// Measurements within sentences.
public enum MetricWords {
  /// A time that stands alone, in ns.
  public static func time(_ nanoseconds: Double) -> String {
    time(nanoseconds, in: MetricUnit.nanoseconds.scale(for: nanoseconds)) { _ in .plain }
  }

  /// The median of times, in ns, with the unit and the digits of tables.
  static func median(of times: Summary) -> String {
    time(times.median, in: scale(of: times)) { times.format(of: .median, scale: $0) }
  }

  /// One of these times, in ns, with the unit and the digits that tables give the least and the greatest.
  static func time(_ nanoseconds: Double, among times: Summary) -> String {
    time(nanoseconds, in: scale(of: times)) { times.format(of: .maximum, scale: $0) }
  }

  private static func scale(of times: Summary) -> DisplayScale {
    MetricUnit.nanoseconds.scale(for: times.mean)
  }

  private static func time(
    _ nanoseconds: Double, in scale: DisplayScale, _ format: (_ scale: Double) -> NumberFormat
  ) -> String {
    let number = format(scale.baseUnits).string(for: nanoseconds / scale.baseUnits)
    return "\(number) \(scale.symbol)"
  }
}

import Statistics

/// The quantity on an axis, and its unit.
public struct ChartAxis: Sendable, Equatable {
  /// The quantity, such as `peak memory`.
  public let label: String
  /// The unit's symbol, such as `MB`; empty for pure numbers.
  public let unit: String

  /// Makes an axis; a quantity without a unit is a count or a ratio.
  public init(_ label: String, unit: String = "") {
    self.label = label
    self.unit = unit
  }

  /// The label as drawn: `peak memory (MB)`.
  public var caption: String { unit.isEmpty ? label : "\(label) (\(unit))" }

  /// The caption when read aloud: `peak memory in MB`.
  var spoken: String { unit.isEmpty ? label : "\(label) in \(unit)" }

  /// A value with this axis's unit: `4.02 MB`.
  func worded(_ value: Double, _ format: NumberFormat = .plain) -> String {
    let number = format.string(for: value)
    return unit.isEmpty ? number : "\(number) \(unit)"
  }
}

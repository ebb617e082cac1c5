import Statistics

/// Numbers in a readable form, precise enough to act on.
enum Quantity {
  /// `6.9 %`, `16 %`.
  static func percent(_ value: Double) -> String { "\(digits(value)) %" }

  /// `0.5 CPUs`, `1 CPU`.
  static func processors(_ value: Double) -> String {
    value == 1 ? "1 CPU" : "\(digits(value)) CPUs"
  }

  /// `512 MB`, `8.6 GB`.
  static func bytes(_ value: Int64) -> String {
    value < 1_000_000_000
      ? "\(digits(Double(value) / 1e6)) MB" : "\(digits(Double(value) / 1e9)) GB"
  }

  private static func digits(_ value: Double) -> String {
    NumberFormat.coarse.string(for: value)
  }
}

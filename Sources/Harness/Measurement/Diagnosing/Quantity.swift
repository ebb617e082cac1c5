import Statistics

/// Numbers in a readable form, precise enough to act on.
enum Quantity {
  /// `6.9 %`, `16 %`.
  static func percent(_ value: Double) -> String { "\(NumberFormat.coarse.string(for: value)) %" }

  /// `0.5 CPUs`, `1 CPU`.
  static func processors(_ value: Double) -> String {
    value == 1 ? "1 CPU" : "\(NumberFormat.coarse.string(for: value)) CPUs"
  }

  /// `512 MB`, `8.6 GB`.
  static func bytes(_ value: Int64) -> String {
    value < 1_000_000_000
      ? "\(NumberFormat.coarse.string(for: Double(value) / 1e6)) MB"
      : "\(NumberFormat.coarse.string(for: Double(value) / 1e9)) GB"
  }
}

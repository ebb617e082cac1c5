/// A unit that suits the size of what is shown.
public struct DisplayScale: Sendable, Hashable {
  /// The symbol people read.
  public let symbol: String
  /// How many base units it holds.
  public let baseUnits: Double
}

extension MetricUnit {
  /// The largest unit in which a value of this size, in base units, is at least 1; the smallest for
  /// what is less.
  public func scale(for value: Double) -> DisplayScale {
    let scales: [(symbol: String, baseUnits: Double)] =
      switch self {
      case .bytes: [("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9)]
      case .nanoseconds: [("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      case .percent, .count: [(displaySymbol, 1)]
      }
    let found = scales.last { abs(value) >= $0.baseUnits } ?? scales[0]
    return DisplayScale(symbol: found.symbol, baseUnits: found.baseUnits)
  }
}

/// The unit in which a metric's values are stored, sent and exported.
///
/// Values are always in the base unit, so that no reader must guess a prefix; tables and charts scale them.
public enum MetricUnit: String, Sendable, Hashable, Codable, CaseIterable {
  /// Bytes; shown as MB, where 1 MB is 1,000,000 bytes.
  case bytes
  /// Nanoseconds; shown as ms.
  case nanoseconds
  /// Percent of one CPU: two busy threads reach 200.
  case percent
  /// A plain number of events.
  case count
  /// Bytes for each cycle of a story; shown unscaled.
  case bytesPerCycle
  /// Items that are processed in a second; shown unscaled.
  case itemsPerSecond

  /// The symbol written beside values in the base unit, as in the long CSV.
  public var symbol: String {
    switch self {
    case .bytes: "B"
    case .bytesPerCycle: "B/cycle"
    case .itemsPerSecond: "items/s"
    case .nanoseconds: "ns"
    case .percent: "%"
    case .count: "1"
    }
  }

  /// The symbol in tables and charts.
  public var displaySymbol: String {
    switch self {
    case .bytes: "MB"
    case .nanoseconds: "ms"
    case .count: ""
    case .percent, .bytesPerCycle, .itemsPerSecond: symbol
    }
  }

  /// The number of base units in one displayed unit.
  public var displayScale: Double {
    switch self {
    case .bytes, .nanoseconds: 1_000_000
    case .percent, .count, .bytesPerCycle, .itemsPerSecond: 1
    }
  }

  /// Base units per unit of a symbol in an import, or nil if the symbol is not one of this unit's.
  public func scale(ofSymbol symbol: String) -> Double? {
    if symbol.isEmpty { return self == .count || self == .bytesPerCycle ? 1 : nil }
    return importScales.first { $0.key == symbol }?.value
  }

  /// The unit with a symbol that ``scale(ofSymbol:)`` knows; nil for others.
  public func scale(named symbol: String) -> DisplayScale? {
    scale(ofSymbol: symbol).map { DisplayScale(symbol: symbol, baseUnits: $0) }
  }

  /// The symbols that ``scale(ofSymbol:)`` knows, for error messages.
  public var importSymbols: [String] { importScales.map(\.key) }

  private var importScales: KeyValuePairs<String, Double> {
    switch self {
    case .bytes: ["B": 1, "kB": 1e3, "KiB": 1024, "MB": 1e6, "MiB": 1_048_576, "GB": 1e9]
    case .bytesPerCycle:
      ["B/cycle": 1, "B": 1, "kB": 1e3, "KiB": 1024, "MB": 1e6, "MiB": 1_048_576, "GB": 1e9]
    case .nanoseconds: ["ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9]
    case .percent, .count, .itemsPerSecond: [symbol: 1]
    }
  }
}

/// A unit that suits the size of the shown values.
public struct DisplayScale: Sendable, Hashable {
  /// The displayed symbol.
  public let symbol: String
  /// The number of base units in it.
  public let baseUnits: Double
}

extension MetricUnit {
  /// The largest unit in which a value of this size, in base units, is at least 1; the smallest unit for
  /// lesser values.
  public func scale(for value: Double) -> DisplayScale {
    let scales: [(symbol: String, baseUnits: Double)] =
      switch self {
      case .bytes: [("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9)]
      case .nanoseconds: [("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
      case .percent, .count, .bytesPerCycle, .itemsPerSecond: [(displaySymbol, 1)]
      }
    let found = scales.last { abs(value) >= $0.baseUnits } ?? scales[0]
    return DisplayScale(symbol: found.symbol, baseUnits: found.baseUnits)
  }
}

/// The better direction of a metric.
public enum Polarity: String, Sendable, Hashable, Codable, CaseIterable {
  /// Less is better, as with memory and time.
  case lowerIsBetter = "lower-is-better"
  /// More is better, as with throughput.
  case higherIsBetter = "higher-is-better"
  /// Neither: the value describes the surroundings, such as other processes' use.
  case context
}

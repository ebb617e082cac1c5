import Statistics

/// The kind of an ``ErrorBound``: how exact a value is, without how far off it can be.
public enum Exactness: String, Sendable, Hashable, Codable, CaseIterable {
  /// Read from a counter that misses nothing, at the step's boundaries.
  case exact
  /// Read from a kernel counter that is kept for each CPU and summed in batches: right to about
  /// half a megabyte, never to the page.
  case exactToCounterBatch = "exact-to-counter-batch"
  /// Read at the sampler's clock and at step boundaries: what happens between two readings is missed.
  case sampled
  /// Exact if a control group counted it. Without one, what a process used after its last sample is only
  /// known from its parent's counters, which count ticks.
  case exactInGroup = "exact-in-control-group"
  /// Calculated by the kernel from what it saw at its ticks.
  case estimated
  /// Measured elsewhere, by unknown means.
  case imported
}

extension ErrorBound {
  /// The kind of exactness of a value with this bound.
  public var exactness: Exactness {
    switch self {
    case .exact: .exact
    case .within: .exactToCounterBatch
    case .withinUnlessGrouped: .exactInGroup
    case .ticks: .estimated
    case .sampled: .sampled
    case .unknown: .imported
    }
  }
}

/// The greatest error of a metric's value for one run.
public enum ErrorBound: Sendable, Hashable {
  /// No error beyond the counter's resolution, the smallest step that it makes, in base units.
  case exact(resolution: Double)
  /// At most this much, in base units.
  case within(Double)
  /// No error if a control group counted; without one at most this much, in base units.
  case withinUnlessGrouped(Double)
  /// Sampled only at the kernel's ticks, at most this far apart, ns.
  case ticks(nanoseconds: Double)
  /// Unbounded between samples; the sampling rate in hertz, or nil if it was not recorded.
  case sampled(perSecond: Double?)
  case unknown

  /// Returns the greatest error of the kernel's counters of a process's memory, bytes.
  ///
  /// Each CPU on which the process runs holds back up to 32 pages, or twice the number of CPUs if that is
  /// more, for file memory and other memory each (lib/percpu_counter.c). Measured on two CPUs: up to 324 kB.
  public static func memoryCounters(processors: Int) -> ErrorBound {
    let pages = max(32, 2 * processors)
    return .within(Double(2 * pages * processors * pageSize))
  }

  /// Returns the greatest error of a memory control group's charge, bytes: each CPU charges 64 pages ahead
  /// (MEMCG_CHARGE_BATCH).
  public static func cgroupMemory(processors: Int) -> ErrorBound {
    .within(Double(64 * processors * pageSize))
  }

  /// The page size of most Linux machines.
  private static let pageSize = 4096

  /// The bound in words, with amounts in the metric's unit.
  public func words(_ unit: MetricUnit) -> String {
    switch self {
    case .exact(let resolution):
      resolution == 1 && unit == .count
        ? "exact" : "exact, in steps of \(Self.text(resolution, unit))"
    case .within(let amount): "right to \(Self.text(amount, unit))"
    case .withinUnlessGrouped(let amount):
      "exact in a control group, otherwise right to \(Self.text(amount, unit))"
    case .ticks(let length):
      "estimated at the kernel's ticks, up to \(Self.text(length, .nanoseconds)) apart"
    case .sampled(let rate?): "sampled \(NumberFormat.coarse.string(for: rate)) times a second"
    case .sampled(nil): "sampled"
    case .unknown: "not known"
    }
  }

  private static func text(_ value: Double, _ unit: MetricUnit) -> String {
    if unit == .nanoseconds, value < 1000 { return "\(NumberFormat.coarse.string(for: value)) ns" }
    let scale = unit.scale(for: value)
    let symbol = unit == .percent ? " points" : scale.symbol.isEmpty ? "" : " \(scale.symbol)"
    return NumberFormat.coarse.string(for: value / scale.baseUnits) + symbol
  }
}

/// For example `{"kind": "within", "amount": 524288}`, amounts in base units.
extension ErrorBound: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, resolution, amount, nanoseconds, perSecond
  }

  /// Encodes the bound.
  public func encode(to encoder: any Encoder) throws {
    let (kind, key, amount): (String, CodingKeys, Double?) =
      switch self {
      case .exact(let resolution): ("exact", .resolution, resolution)
      case .within(let amount): ("within", .amount, amount)
      case .withinUnlessGrouped(let amount): ("within-unless-grouped", .amount, amount)
      case .ticks(let length): ("ticks", .nanoseconds, length)
      case .sampled(let rate): ("sampled", .perSecond, rate)
      case .unknown: ("unknown", .amount, nil)
      }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(amount, forKey: key)
  }
}

/// A named quantity with unit, polarity, source and how exact it is.
///
/// The catalogue is closed: a name that is not in ``all`` is an input error, so a typing error in
/// a file can't open a new, empty metric.
public struct Metric: Sendable, Hashable, Identifiable {
  /// The name in scenarios, tables, exports and the store: lower case, hyphens.
  public let id: String
  /// The name people read.
  public let title: String
  /// The unit of stored values.
  public let unit: MetricUnit
  /// Which direction is better.
  public let polarity: Polarity
  /// How exact a value is.
  public let exactness: Exactness
  /// What the figure means, where it comes from and what disturbs it, in one sentence or two.
  public let meaning: String

  /// Two metrics are the same when their names are.
  public static func == (a: Metric, b: Metric) -> Bool { a.id == b.id }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Metric {
  /// The metric of that name, or nil.
  public static func named(_ id: String) -> Metric? { byName[id] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

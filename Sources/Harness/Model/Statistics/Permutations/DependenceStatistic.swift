/// A statistic of one cell's differences that is great if they depend on each other or lean to one side, and
/// how chance may change their order or signs without changing its expected value.
public enum DependenceStatistic: Sendable {
  /// r at lag 1; the order is free.
  case neighbours
  /// Σ S² / Σ d², S the sums of parts: 1 on average if signs are fair coins, whatever the tails.
  case sums(parts: [Range<Int>])
  /// The share of all variance that lies between parts, which goes with F; the order is free.
  case between(parts: [Range<Int>])

  /// A Boolean value indicating whether reshuffles change the order of pairs rather than their sides.
  public var isOfOrder: Bool {
    if case .sums = self { false } else { true }
  }

  /// Divides this many pairs into this many parts, as equal as possible.
  public static func parts(_ count: Int, of pairs: Int) -> [Range<Int>] {
    (0..<count).map { $0 * pairs / count..<($0 + 1) * pairs / count }
  }

  /// The value; 0 if nothing varies. The differences are in order, with their mean subtracted if the order
  /// matters; `squares` is the sum of their squares, which neither order nor signs change.
  func score(_ values: UnsafeBufferPointer<Double>, squares: Double) -> Double {
    guard squares > 0 else { return 0 }
    switch self {
    case .neighbours:
      var sum = 0.0
      for index in 1..<max(1, values.count) { sum += values[index - 1] * values[index] }
      return sum / squares
    case .sums(let parts): return Self.sum(of: parts, values) { sum, _ in sum * sum } / squares
    case .between(let parts):
      return Self.sum(of: parts, values) { sum, count in sum * sum / Double(count) } / squares
    }
  }

  /// Returns the statistic's mean for independent pairs, if it is not 0.
  public func expected(count: Int) -> Double {
    switch self {
    case .neighbours: 0
    case .sums: 1
    case .between(let parts): Double(parts.count - 1) / Double(max(2, count) - 1)
    }
  }

  private static func sum(
    of parts: [Range<Int>], _ values: UnsafeBufferPointer<Double>,
    _ term: (Double, Int) -> Double
  ) -> Double {
    var total = 0.0
    for part in parts {
      var sum = 0.0
      for index in part { sum += values[index] }
      total += term(sum, part.count)
    }
    return total
  }

  /// The variance that the parts share beyond their pairs, according to a score with the same `squares`;
  /// below 0 if parts are more alike than by chance.
  public func component(_ score: Double, squares: Double, count: Int) -> Double {
    switch self {
    case .neighbours: return 0
    case .sums(let parts):
      let size = Double(count) / Double(max(1, parts.count))
      return (score - 1) * squares / Double(max(1, count)) / size
    case .between(let parts):
      let (k, n) = (Double(parts.count), Double(count))
      guard k > 1, n > k else { return 0 }
      return (score * squares / (k - 1) - (1 - score) * squares / (n - k)) / (n / k)
    }
  }
}

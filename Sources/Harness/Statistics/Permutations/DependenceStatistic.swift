/// A value of one cell's differences that is great where they depend on each other or lean to one
/// side, and what chance may do to their order or signs without changing what is to be expected of it.
public enum DependenceStatistic: Sendable {
  /// r at lag 1; the order is free.
  case neighbours
  /// Σ S² / Σ d², S the sums of parts: 1 in the mean where signs are free coins, whatever the tails.
  case sums(parts: [Range<Int>])
  /// The share of all variance that lies between parts, which goes with F; the order is free.
  case between(parts: [Range<Int>])

  /// A Boolean value indicating whether pairs change places rather than sides.
  public var isOfOrder: Bool {
    if case .sums = self { false } else { true }
  }

  /// Divides so many pairs into so many parts, as equal as can be.
  public static func parts(_ count: Int, of pairs: Int) -> [Range<Int>] {
    (0..<count).map { $0 * pairs / count..<($0 + 1) * pairs / count }
  }

  /// The value; 0 where nothing varies.
  /// - Parameters:
  ///   - values: in order; their mean taken off where the order is asked about.
  ///   - squares: the sum of their squares, which neither order nor signs change.
  func score(_ values: UnsafeBufferPointer<Double>, squares: Double) -> Double {
    guard squares > 0 else { return 0 }
    switch self {
    case .neighbours:
      var sum = 0.0
      for index in 1..<max(1, values.count) { sum += values[index - 1] * values[index] }
      return sum / squares
    case .sums(let parts):
      return Self.sum(of: parts, values) { sum, _ in sum * sum } / squares
    case .between(let parts):
      return Self.sum(of: parts, values) { sum, count in sum * sum / Double(count) } / squares
    }
  }

  /// Returns what independent pairs make of the value in the mean, where that is not 0.
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

  /// The variance of what the parts have in common beyond their pairs, which a value shows; below
  /// 0 where parts are more alike than by chance.
  /// - Parameter squares: as of the value.
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

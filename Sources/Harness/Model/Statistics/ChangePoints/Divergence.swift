/// The distance between two neighbouring parts of a series, by the distances between their values:
/// the measure of E-divisive means.
///
/// For X of n values and Y of m values that follow it,
///
///     Q(X, Y) = mn / (m + n) · (2 / mn · Σᵢⱼ |Xᵢ - Yⱼ|
///                               - Σᵢ<ₖ |Xᵢ - Xₖ| / (n over 2) - Σⱼ<ₖ |Yⱼ - Yₖ| / (m over 2))
///
/// A sum over pairs of a single value is 0. Q grows with the distance between the parts and with their
/// lengths, and assumes no distribution.
///
/// Source: D. S. Matteson, N. A. James, "A Nonparametric Approach for Multiple Change Point
/// Analysis of Multivariate Data", Journal of the American Statistical Association 109 (2014),
/// 334-345, equations 3 to 7 with α = 1.
struct Divergence {
  struct Split {
    /// The index of the first value after the split.
    let index: Int
    /// Q.
    let divergence: Double
  }

  private let distances: [[Double]]
  /// For each value's index, the sum of its distances to all earlier values.
  private let toEarlier: [Double]
  /// For the indices a ≤ b of two values, the sum of the distances from a to all values up to b.
  private let toLater: [[Double]]

  /// Takes the values in order.
  ///
  /// - Complexity: O(n²) in time and room.
  init(_ values: ArraySlice<Double>) {
    let distances = values.map { a in values.map { abs(a - $0) } }
    self.distances = distances
    toEarlier = distances.indices.map { index in
      distances.prefix(index).reduce(0) { $0 + $1[index] }
    }
    toLater = distances.indices.map { a in
      var sum = 0.0
      return distances[a].enumerated().map { b, distance in
        if b > a { sum += distance }
        return sum
      }
    }
  }

  /// The split with the greatest Q, the first of several, between a part from the range's beginning and a
  /// part after it, which may end before the range does. Nil if the range has fewer than two values.
  ///
  /// Sums over pairs grow by one value at a time, in this order. Equal splits differ only in the last bit, so
  /// another order might choose another split than Otava.
  ///
  /// - Complexity: O(n²).
  func greatest(in range: Range<Int>) -> Split? {
    guard range.count > 1 else { return nil }
    var best: Split?
    // Up to the split: pairs within, and distances to all values up to the end of the second part.
    var before = 0.0
    var across = [Double](repeating: 0, count: range.count)
    let within = pairs(in: range)
    for split in range.dropFirst() {
      if split - 1 > range.lowerBound { before += toEarlier(split - 1, from: range.lowerBound) }
      for end in split..<range.upperBound {
        across[end - range.lowerBound] += toLater[split - 1][end]
        let divergence = Self.divergence(
          first: split - range.lowerBound, second: end + 1 - split,
          across: across[end - range.lowerBound] - before, before: before,
          behind: within[split - range.lowerBound][end - range.lowerBound])
        if divergence > best?.divergence ?? -.infinity {
          best = Split(index: split, divergence: divergence)
        }
      }
    }
    return best
  }

  private static func divergence(
    first n: Int, second m: Int, across: Double, before: Double, behind: Double
  ) -> Double {
    let all = Double(m + n)
    let beforePart = n > 1 ? Double(2 * m) / (all * Double(n - 1)) * before : 0
    let behindPart = m > 1 ? Double(2 * n) / (all * Double(m - 1)) * behind : 0
    return 2 / all * across - beforePart - behindPart
  }

  private func toEarlier(_ index: Int, from start: Int) -> Double {
    toEarlier[index] - distances.prefix(start).reduce(0) { $0 + $1[index] }
  }

  /// For the places of two values in the range, the sum of the distances of all pairs between them.
  private func pairs(in range: Range<Int>) -> [[Double]] {
    var sums = [[Double]](repeating: [Double](repeating: 0, count: range.count), count: range.count)
    for end in range {
      var sum = 0.0
      for start in (range.lowerBound...end).reversed() {
        sum += toLater[start][end]
        sums[start - range.lowerBound][end - range.lowerBound] = sum
      }
    }
    return sums
  }
}

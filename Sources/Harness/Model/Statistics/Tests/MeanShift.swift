/// The difference of a series' mean before and after a point, and how likely it is by chance.
///
/// Student's t test of two sides of equal variance, with n and m values, means x̄ and ȳ:
///
///     s² = ((n - 1) s_x² + (m - 1) s_y²) / (n + m - 2)
///     t  = (x̄ - ȳ) / √(s² (1/n + 1/m)),  p = 2 P(T > |t|) with n + m - 2 degrees of freedom
///
/// The deviations s_x and s_y divide by n and m, not by n - 1 and m - 1, as in Otava, so p is a little
/// smaller than a textbook's.
///
/// Sources: Student, "The Probable Error of a Mean", Biometrika 6 (1908), 1-25; its use in place
/// of E-divisive's permutations: M. Fleming, P. Kołaczkowski et al., "Hunter: Using Change Point
/// Detection to Hunt for Performance Regressions", ICPE 2023, section 3.
public struct MeanShift: Hashable, Sendable {
  /// The mean before the point, in the unit of the values.
  public let before: Double
  /// The mean from the point on, in the unit of the values.
  public let after: Double
  /// The standard deviation before, dividing by n, in the unit of the values.
  public let deviationBefore: Double
  /// The standard deviation from the point on, dividing by n.
  public let deviationAfter: Double
  /// The number of values before.
  public let countBefore: Int
  /// The number of values from the point on.
  public let countAfter: Int
  /// The two-sided p; 1 for two values, or if all are equal.
  public let p: Double

  /// Compares two parts of a series.
  /// - Throws: ``StatisticsError/noValues`` for an empty side;
  ///   `StatisticsError.notRepresentable(measurement:)` for values near the largest `Double`.
  init(before: ArraySlice<Double>, after: ArraySlice<Double>) throws(StatisticsError) {
    guard !before.isEmpty, !after.isEmpty else { throw .noValues }
    let (left, right) = (
      CentralMoments(sorted: before.sorted()), CentralMoments(sorted: after.sorted())
    )
    let (n, m) = (Double(before.count), Double(after.count))
    let (leftVariance, rightVariance) = (left.second / n, right.second / m)
    guard leftVariance.isFinite, rightVariance.isFinite else {
      throw .notRepresentable(value: "variance")
    }
    self.before = left.mean
    self.after = right.mean
    deviationBefore = leftVariance.squareRoot()
    deviationAfter = rightVariance.squareRoot()
    countBefore = before.count
    countAfter = after.count
    let degrees = n + m - 2
    let difference = abs(left.mean - right.mean)
    if degrees == 0 || difference == 0 {
      p = 1
      return
    }
    let pooled = ((n - 1) * leftVariance + (m - 1) * rightVariance) / degrees
    let t = difference / (pooled * (1 / n + 1 / m)).squareRoot()
    p = t.isFinite ? try min(1, 2 * StudentT(degreesOfFreedom: degrees).upperTail(t)) : 0
  }

  /// after / before - 1; 0 if the mean before is 0, which has no relative change.
  public var relativeChange: Double { before == 0 ? 0 : after / before - 1 }

  /// The greater of the relative changes forwards and backwards, without sign: what is compared with a least
  /// magnitude, so that a rise and the fall that undoes it are equally large.
  public var magnitude: Double {
    let backwards = after == 0 ? 0 : before / after - 1
    return max(abs(relativeChange), abs(backwards))
  }

  /// The standard deviation of both sides together, dividing as ``p`` does; 0 for two values.
  private var pooledDeviation: Double {
    let (n, m) = (Double(countBefore), Double(countAfter))
    guard n + m > 2 else { return 0 }
    let squares =
      (n - 1) * deviationBefore * deviationBefore + (m - 1) * deviationAfter * deviationAfter
    return (squares / (n + m - 2)).squareRoot()
  }

  /// The number format of the mean before, at `scale` base units per displayed unit: by its standard error.
  public func formatBefore(scale: Double) -> NumberFormat {
    .uncertainty(pooledDeviation / Double(countBefore).squareRoot() / scale)
  }

  /// The number format of the mean from the point on, at `scale` base units per displayed unit: by its
  /// standard error.
  public func formatAfter(scale: Double) -> NumberFormat {
    .uncertainty(pooledDeviation / Double(countAfter).squareRoot() / scale)
  }

  /// The number format of ``relativeChange`` in percent, by its standard error: to first order √(a² + r² b²),
  /// with r = after / before and the errors a of the mean after and b of the mean before, each divided by the
  /// mean before.
  public var changeFormat: NumberFormat {
    guard before != 0 else { return NumberFormat.plain.withPlus }
    let ratio = after / before
    let squares = 1 / Double(countAfter) + ratio * ratio / Double(countBefore)
    let error = pooledDeviation / abs(before) * squares.squareRoot()
    return NumberFormat.uncertainty(error * 100).withPlus
  }
}

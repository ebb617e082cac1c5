/// The ratio of the geometric means, candidate / baseline, of measurements without pairs.
///
/// For data that others took, such as the runs of 2015, where nothing ties a run of one side
/// to a run of the other. It sees far less than ``PairedRatio``, and it takes the runs for
/// independent of each other, which runs one after the other on one machine seldom are.
///
/// With x the logarithms of each side's values, n, mean x̄ and sample variance s² of each:
///
///     location = x̄_candidate - x̄_baseline
///     se²      = a + b, with a = s²/n of the candidate and b = s²/n of the baseline
///     degrees  = (a + b)² / (a² / (n_candidate - 1) + b² / (n_baseline - 1))
///
/// Sources: B. L. Welch, "The generalization of 'Student's' problem when several different
/// population variances are involved", Biometrika 34 (1947), 28-35; F. E. Satterthwaite, "An
/// approximate distribution of estimates of variance components", Biometrics Bulletin 2
/// (1946), 110-114.
public struct IndependentRatio: Hashable, Sendable {
  /// The fewest values of a side that have a spread.
  public static let fewestValues = 2

  /// The number of baseline values.
  public let baselineCount: Int
  /// The number of candidate values.
  public let candidateCount: Int
  /// The difference of the mean logarithms, with standard error and Welch's degrees.
  public let logRatio: LogRatio

  /// Estimates from two independent sides, of any two lengths.
  ///
  /// - Throws: ``StatisticsError/tooFewValues(side:found:needed:)`` for a side of one value;
  ///   ``StatisticsError/notPositive(side:index:value:)`` where a logarithm is undefined.
  /// - Complexity: O(n log n) of the longer side.
  public init(baseline: Distribution, candidate: Distribution) throws(StatisticsError) {
    let base = try Side(baseline, as: .baseline)
    let other = try Side(candidate, as: .candidate)
    let squaredError = other.squaredError + base.squaredError

    baselineCount = baseline.count
    candidateCount = candidate.count
    logRatio = LogRatio(
      location: other.mean - base.mean,
      standardError: squaredError.squareRoot(),
      degreesOfFreedom: Self.degrees(other, base))
  }

  /// The ratio candidate / baseline of the geometric means, with its interval.
  ///
  /// - Throws: As ``LogRatio/ratio(confidenceLevel:)``.
  public func ratio(confidenceLevel: Double = 0.95) throws(StatisticsError) -> Estimate {
    try logRatio.ratio(confidenceLevel: confidenceLevel)
  }

  /// Welch's degrees by each side's share of the squared error, which cannot underflow.
  private static func degrees(_ first: Side, _ second: Side) -> Double {
    let squaredError = first.squaredError + second.squaredError
    // Without any spread the formula is 0/0; its lower bound stands in, and no result
    // depends on it.
    guard squaredError > 0 else { return min(first.degrees, second.degrees) }
    let share = first.squaredError / squaredError
    let rest = second.squaredError / squaredError
    return 1 / (share * share / first.degrees + rest * rest / second.degrees)
  }
}

extension IndependentRatio {
  /// What Welch's formula needs of one side.
  private struct Side {
    let mean: Double
    let squaredError: Double
    let degrees: Double

    init(
      _ distribution: Distribution, as side: StatisticsError.Side
    ) throws(StatisticsError) {
      let n = distribution.count
      guard n >= IndependentRatio.fewestValues else {
        throw .tooFewValues(side: side, found: n, needed: IndependentRatio.fewestValues)
      }
      try distribution.requirePositive(as: side)
      let moments = CentralMoments(sorted: distribution.sorted.map(\.naturalLogarithm))
      mean = moments.mean
      degrees = Double(n - 1)
      squaredError = moments.second / degrees / Double(n)
    }
  }
}

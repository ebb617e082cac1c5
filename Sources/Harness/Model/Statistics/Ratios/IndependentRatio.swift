/// The ratio of the means, candidate / baseline, of measurements without pairs.
///
/// For imported data, such as the runs of 2015, in which nothing pairs a run of one side with a run of the
/// other. It detects far less than ``PairedRatio``, and it assumes independent runs, which consecutive runs
/// on one machine seldom are.
///
/// With n, mean x̄ and sample variance s² of each side's values:
///
///     location = ln(x̄_candidate / x̄_baseline)
///     se²      = a + b, with a = s² / (n x̄²) of the candidate and b the same of the baseline
///     degrees  = (a + b)² / (a² / (n_candidate - 1) + b² / (n_baseline - 1))
///
/// The means are those of tables, and zeros are allowed.
///
/// Sources: L. V. Hedges, J. Gurevitch, P. S. Curtis, "The meta-analysis of response ratios in
/// experimental ecology", Ecology 80 (1999), 1150-1156, for the logarithm of a ratio of means and
/// its error; B. L. Welch, "The generalization of 'Student's' problem when several different
/// population variances are involved", Biometrika 34 (1947), 28-35, for the degrees.
public struct IndependentRatio: Hashable, Sendable {
  /// The fewest values of a side that have a spread.
  public static let fewestValues = 2

  /// The number of baseline values.
  public let baselineCount: Int
  /// The number of candidate values.
  public let candidateCount: Int
  /// The logarithm of the ratio, with standard error and Welch's degrees.
  public let logRatio: LogRatio

  /// Estimates from two independent sides, of any two lengths.
  /// - Throws: ``StatisticsError/tooFewValues(side:found:needed:)`` for a side of one value;
  ///   ``StatisticsError/meanNotPositive(side:mean:)`` where a logarithm is undefined.
  /// - Complexity: O(n log n) of the longer side.
  public init(baseline: Distribution, candidate: Distribution) throws(StatisticsError) {
    let base = try WelchTerms(baseline, as: .baseline)
    let other = try WelchTerms(candidate, as: .candidate)
    let squaredError = other.squaredError + base.squaredError

    baselineCount = baseline.count
    candidateCount = candidate.count
    logRatio = LogRatio(
      location: other.logMean - base.logMean,
      standardError: squaredError.squareRoot(),
      degreesOfFreedom: Self.degrees(other, base))
  }

  /// The least p value possible with these numbers of values, however far the sides are apart: one divided by
  /// the number of ways to divide the values into two such sides.
  ///
  /// Source: R. A. Fisher, "The Design of Experiments" (1935), section 21.
  public var smallestPValue: Double {
    let fewer = min(baselineCount, candidateCount)
    let all = baselineCount + candidateCount
    return (0..<fewer).reduce(1) { $0 * Double(fewer - $1) / Double(all - $1) }
  }

  /// Welch's degrees from each side's share of the squared error, which cannot underflow.
  private static func degrees(_ first: WelchTerms, _ second: WelchTerms) -> Double {
    let squaredError = first.squaredError + second.squaredError
    // Without any spread the formula is 0/0. Its lower bound is used, and no result depends on it.
    guard squaredError > 0 else { return min(first.degrees, second.degrees) }
    let share = first.squaredError / squaredError
    let rest = second.squaredError / squaredError
    return 1 / (share * share / first.degrees + rest * rest / second.degrees)
  }

  /// The terms of Welch's formula for one side.
  private struct WelchTerms {
    let logMean: Double
    let squaredError: Double
    let degrees: Double

    init(
      _ distribution: Distribution, as side: StatisticsError.ComparedSide
    ) throws(StatisticsError) {
      let n = distribution.count
      guard n >= IndependentRatio.fewestValues else {
        throw .tooFewValues(side: side, found: n, needed: IndependentRatio.fewestValues)
      }
      let moments = CentralMoments(sorted: distribution.sorted)
      guard moments.mean > 0 else { throw .meanNotPositive(side: side, mean: moments.mean) }
      logMean = moments.mean.naturalLogarithm
      degrees = Double(n - 1)
      let variation = (moments.second / degrees).squareRoot() / moments.mean
      squaredError = variation * variation / Double(n)
    }
  }
}

/// The test of a mean against a budget: Student's one-sample t.
///
///     t = (mean - budget) / (s / √n), with n - 1 degrees of freedom
///
/// Source: Student, "The Probable Error of a Mean", Biometrika 6 (1908), 1-25.
public struct MeanTest: Hashable, Sendable {
  /// The fewest values that have a spread.
  public static let fewestValues = 2

  /// The number of values.
  public let count: Int
  /// The mean with its standard error.
  public let mean: Double
  /// s / √n, in the unit of the values.
  public let standardError: Double

  /// Takes the values of one side.
  /// - Throws: ``StatisticsError/tooFewValues(side:found:needed:)`` for a single value.
  public init(_ values: Distribution, as side: StatisticsError.ComparedSide) throws(StatisticsError)
  {
    let n = values.count
    guard n >= Self.fewestValues else {
      throw .tooFewValues(side: side, found: n, needed: Self.fewestValues)
    }
    let moments = CentralMoments(sorted: values.sorted)
    count = n
    mean = moments.mean
    standardError = (moments.second / Double(n - 1) / Double(n)).squareRoot()
  }

  /// The p value of "the true mean is at most this", small if it is larger. If all values are equal it is 0
  /// if they are above it, else 1.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` if it is not a number.
  public func pValue(meanAtMost bound: Double) throws(StatisticsError) -> Double {
    guard standardError > 0 else { return mean > bound ? 0 : 1 }
    return try student.upperTail((mean - bound) / standardError)
  }

  /// The mean with its interval.
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1.
  public func interval(confidenceLevel: Double = 0.95) throws(StatisticsError) -> Estimate {
    let reach = try student.criticalValue(confidenceLevel: confidenceLevel) * standardError
    return try Estimate(
      point: mean, lower: mean - reach, upper: mean + reach, standardError: standardError,
      confidenceLevel: confidenceLevel)
  }

  private var student: StudentT {
    get throws(StatisticsError) { try StudentT(degreesOfFreedom: Double(count - 1)) }
  }
}

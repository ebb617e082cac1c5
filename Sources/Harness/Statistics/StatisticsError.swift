/// Why a statistic cannot be had from the data given.
///
/// The maths never guesses: where a figure is undefined by nature it is `nil` in the result
/// (the spread of one value), and where the data are unfit for the question this is thrown.
public enum StatisticsError: Error, Hashable, Sendable {
  /// No values at all; the mean of nothing is not 0.
  case noValues
  /// A value that is infinite or not a number, at this index in run order.
  case notFinite(index: Int, value: Double)
  /// A value without a logarithm, where a ratio was asked for.
  case notPositive(side: Side, index: Int, value: Double)
  /// A mean without a logarithm, where a ratio was asked for.
  case meanNotPositive(side: Side, mean: Double)
  /// Pairs need both sides to be equally long.
  case unequalLengths(baseline: Int, candidate: Int)
  /// Fewer pairs than a spread can be estimated from.
  case tooFewPairs(found: Int, needed: Int)
  /// Fewer values on one side than a spread can be estimated from.
  case tooFewValues(side: Side, found: Int, needed: Int)
  /// Fewer clusters, or groups, than a spread can be estimated from.
  case tooFewClusters(found: Int, needed: Int)
  /// Two finite values so far apart that the figure named does not fit a `Double`.
  case notRepresentable(figure: String)
  /// A confidence level outside the open interval from 0 to 1.
  case confidenceLevel(Double)
  /// A probability outside 0 to 1.
  case probability(Double)
  /// Looks that are none, too early, or not in ascending order.
  case lookSchedule([Int])
  /// An estimate whose interval does not enclose its point, or whose error is negative or
  /// not a number.
  case notAnEstimate(point: Double, lower: Double, upper: Double, standardError: Double)
  /// Degrees of freedom that are not positive and finite.
  case degreesOfFreedom(Double)
  /// A window of fewer than two values has nothing to split.
  case windowLength(Int)
  /// A level of significance outside the open interval from 0 to 1.
  case significanceLevel(Double)
  /// A least magnitude that is negative, infinite or not a number.
  case leastMagnitude(Double)
  /// The distribution function named has no value for this argument.
  case undefined(function: String, argument: Double)
}

extension StatisticsError {
  /// A side of a comparison.
  public enum Side: String, Hashable, Sendable {
    /// What is compared against.
    case baseline
    /// What is judged.
    case candidate
  }
}

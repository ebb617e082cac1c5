/// The reason why a statistic cannot be computed from the given data.
///
/// The maths never guesses: a value that is undefined by nature (the spread of one value) is `nil` in the
/// result, and this is thrown if the data don't suit the question.
public enum StatisticsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No values at all; the mean of nothing is not 0.
  case noValues
  /// A value that is infinite or not a number, at this index in run order.
  case notFinite(index: Int, value: Double)
  /// A value without a logarithm, for a ratio.
  case notPositive(side: ComparedSide, index: Int, value: Double)
  /// A mean without a logarithm, for a ratio.
  case meanNotPositive(side: ComparedSide, mean: Double)
  case unequalLengths(baseline: Int, candidate: Int)
  case tooFewPairs(found: Int, needed: Int)
  case tooFewValues(side: ComparedSide, found: Int, needed: Int)
  case tooFewClusters(found: Int, needed: Int)
  /// Two finite values so far apart that the value named does not fit a `Double`.
  case notRepresentable(value: String)
  case confidenceLevel(Double)
  case probability(Double)
  /// Interim analyses that are missing, too early, or not in ascending order.
  case interimSchedule([Int])
  /// An estimate whose interval does not enclose its point, or whose error is negative or
  /// not a number.
  case notAnEstimate(point: Double, lower: Double, upper: Double, standardError: Double)
  case degreesOfFreedom(Double)
  case windowLength(Int)
  case significanceLevel(Double)
  case minimumMagnitude(Double)
  case undefined(function: String, argument: Double)

  /// A side of a comparison.
  public enum ComparedSide: String, Hashable, Sendable {
    case baseline
    case candidate
  }

  /// Throws for the first value outside 0 to 1; both ends are probabilities.
  static func requireProbabilities(_ values: [Double]) throws(StatisticsError) {
    for value in values where !(0...1).contains(value) { throw .probability(value) }
  }

  /// Throws unless the value lies between 0 and 1, both excluded.
  static func requireLevel(_ value: Double) throws(StatisticsError) {
    guard value > 0, value < 1 else { throw .probability(value) }
  }

  /// The error in words. Indices count from 0, in run order.
  public var description: String {
    switch self {
    case .noValues: "there are no values"
    case .notFinite(let index, let value):
      "value \(index) is \(value), which is not a finite number"
    case .notPositive(let side, let index, let value):
      "value \(index) of the \(side.rawValue) is \(value); a ratio needs values above 0"
    case .meanNotPositive(let side, let mean):
      "the mean of the \(side.rawValue) is \(mean); a ratio needs means above 0"
    case .unequalLengths(let baseline, let candidate):
      "pairs need equal lengths, but the baseline has \(baseline) values"
        + " and the candidate \(candidate)"
    case .tooFewPairs(let found, let needed):
      "too few pairs: \(found); at least \(needed) are needed"
    case .tooFewValues(let side, let found, let needed):
      "the \(side.rawValue) has too few values: \(found); at least \(needed) are needed"
    case .tooFewClusters(let found, let needed):
      "too few clusters: \(found); at least \(needed) are needed"
    case .notRepresentable(let measurement):
      "the \(measurement) of these values is too large for a floating-point number"
    case .confidenceLevel(let level):
      "a confidence level lies between 0 and 1, but this one is \(level)"
    case .probability(let value): "a probability lies between 0 and 1, but this one is \(value)"
    case .interimSchedule(let pairs):
      "interim analyses are made at two pairs or more, each later than the one before, not at \(pairs)"
    case .notAnEstimate(let point, let lower, let upper, let standardError):
      "\(point) with the interval from \(lower) to \(upper) and the standard error"
        + " \(standardError) is not an estimate"
    case .degreesOfFreedom(let degrees):
      "degrees of freedom are positive and finite, but these are \(degrees)"
    case .windowLength(let length):
      "a window for change points holds 2 values or more, but this one \(length)"
    case .significanceLevel(let level):
      "a level of significance lies between 0 and 1, but this one is \(level)"
    case .minimumMagnitude(let magnitude):
      "a least magnitude is 0 or above and finite, but this one is \(magnitude)"
    case .undefined(let function, let argument): "the \(function) has no value at \(argument)"
    }
  }
}

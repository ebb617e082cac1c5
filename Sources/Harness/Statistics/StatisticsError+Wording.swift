extension StatisticsError: CustomStringConvertible {
  /// The error in words, for people. Counting is from 0, in run order.
  public var description: String {
    switch self {
    case .noValues:
      "there are no values"
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
    case .notRepresentable(let figure):
      "the \(figure) of these values is too large for a floating-point number"
    case .confidenceLevel(let level):
      "a confidence level lies between 0 and 1, but this one is \(level)"
    case .probability(let value):
      "a probability lies between 0 and 1, but this one is \(value)"
    case .lookSchedule(let pairs):
      "looks are taken at two pairs or more, each later than the one before, not at \(pairs)"
    case .notAnEstimate(let point, let lower, let upper, let standardError):
      "\(point) with the interval from \(lower) to \(upper) and the standard error"
        + " \(standardError) is not an estimate"
    case .degreesOfFreedom(let degrees):
      "degrees of freedom are positive and finite, but these are \(degrees)"
    case .windowLength(let length):
      "a window for change points holds 2 values or more, but this one \(length)"
    case .significanceLevel(let level):
      "a level of significance lies between 0 and 1, but this one is \(level)"
    case .leastMagnitude(let magnitude):
      "a least magnitude is 0 or above and finite, but this one is \(magnitude)"
    case .undefined(let function, let argument):
      "the \(function) has no value at \(argument)"
    }
  }
}

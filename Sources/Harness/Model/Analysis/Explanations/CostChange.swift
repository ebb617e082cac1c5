import Statistics

/// The cost of both sides and how it differs: time in ns or the number of waits, per run, or blocks or bytes, per
/// run or cycle.
public struct CostChange: Sendable, Equatable {
  /// The mean of the baseline's runs.
  public let baseline: Double
  /// The mean of the candidate's runs.
  public let candidate: Double
  /// Candidate minus baseline. For times and waits, the trimmed mean of the pairs' differences; for
  /// allocations, the difference of the means, with the least and the greatest difference in place of an
  /// interval.
  public let difference: Estimate
  /// The p value of "it did not change", adjusted for all that was tested with it, in all stories; nil if
  /// it was not tested.
  public let pValue: Double?
  /// A Boolean value indicating whether a change is shown.
  public let isShown: Bool
}

import Statistics

/// CPU time on both sides, ns a run, or blocks or bytes, a run or a cycle; and how it differs.
public struct CostChange: Sendable, Equatable {
  /// The mean of the baseline's runs.
  public let baseline: Double
  /// The mean of the candidate's runs.
  public let candidate: Double
  /// Candidate less baseline: of times the trimmed mean of the pairs' differences. Of counts the difference
  /// of the means, and in place of an interval the least and the greatest of all differences.
  public let difference: Estimate
  /// The p value of "it did not change", adjusted for all that was tested with it; nil where it was not
  /// tested.
  public let pValue: Double?
  /// A Boolean value indicating whether the change is shown to be one.
  public let isShown: Bool

  /// A change.
  public init(
    baseline: Double, candidate: Double, difference: Estimate, pValue: Double?, isShown: Bool
  ) {
    self.baseline = baseline
    self.candidate = candidate
    self.difference = difference
    self.pValue = pValue
    self.isShown = isShown
  }
}

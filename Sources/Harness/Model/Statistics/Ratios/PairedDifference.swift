/// The difference candidate - baseline of paired measurements that may be 0 and so have no ratio: the trimmed
/// mean and error of ``PairedRatio``, of the differences themselves.
public enum PairedDifference {
  /// The estimate with its 95 % interval, in the unit of the differences.
  /// - Throws: ``StatisticsError/noValues``, ``StatisticsError/tooFewPairs(found:needed:)`` for a single
  ///   pair, ``StatisticsError/notFinite(index:value:)``.
  public static func estimate(_ differences: [Double]) throws(StatisticsError) -> Estimate {
    let location = try PairedRatio(LogQuotients(Distribution(differences))).logRatio
    let interval = try location.interval(confidenceLevel: Summary.confidenceLevel)
    return try Estimate(
      point: location.location, lower: interval.lowerBound, upper: interval.upperBound,
      standardError: location.standardError, confidenceLevel: Summary.confidenceLevel)
  }
}

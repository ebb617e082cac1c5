extension Distribution {
  /// The mode as Excel's analysis tool finds it: the first value in run order among the most
  /// frequent, and none where no value repeats.
  ///
  /// It is the one statistic that depends on the order of the runs.
  public var mode: Double? {
    var occurrences: [Double: Int] = [:]
    for value in values {
      occurrences[value, default: 0] += 1
    }
    guard let most = occurrences.values.max(), most > 1 else { return nil }
    return values.first { occurrences[$0] == most }
  }
}

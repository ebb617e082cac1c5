extension Distribution {
  /// The mode as Excel's analysis tool finds it: the first value in run order among the most
  /// frequent, and none where no value repeats.
  ///
  /// It is the one statistic that depends on the order of the runs.
  public var mode: Double? {
    var most = 1
    var modes: Set<Double> = []
    var first = 0
    for next in 1...count where next == count || sorted[next] != sorted[first] {
      let occurrences = next - first
      if occurrences > most { (most, modes) = (occurrences, []) }
      if occurrences == most, most > 1 { modes.insert(sorted[first]) }
      first = next
    }
    return modes.isEmpty ? nil : values.first(where: modes.contains)
  }
}

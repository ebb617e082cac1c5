extension Distribution {
  /// Throws for the first value that has no logarithm.
  func requirePositive(as side: StatisticsError.Side) throws(StatisticsError) {
    for (index, value) in values.enumerated() where value <= 0 {
      throw .notPositive(side: side, index: index, value: value)
    }
  }
}

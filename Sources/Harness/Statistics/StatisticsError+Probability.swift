extension StatisticsError {
  /// Throws for the first value outside 0 to 1, which both are probabilities.
  static func requireProbabilities(_ values: [Double]) throws(StatisticsError) {
    for value in values where !(0...1).contains(value) { throw .probability(value) }
  }

  /// Throws unless the value lies between 0 and 1, both excluded.
  static func requireLevel(_ value: Double) throws(StatisticsError) {
    guard value > 0, value < 1 else { throw .probability(value) }
  }
}

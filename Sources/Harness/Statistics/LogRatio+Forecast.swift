extension LogRatio {
  /// What another number of pairs with the same noise would leave: the standard error goes with one
  /// over the root of that number.
  ///
  /// - Parameters:
  ///   - pairs: how many there would be.
  ///   - measured: how many there were.
  ///   - degreesOfFreedom: those that so many would have.
  public func forecast(
    pairs: Int, from measured: Int, degreesOfFreedom: Double
  ) -> LogRatio {
    LogRatio(
      location: location,
      standardError: standardError * (Double(measured) / Double(pairs)).squareRoot(),
      degreesOfFreedom: degreesOfFreedom)
  }
}

extension [Double] {
  /// The middle one; of an even number the upper of the two in the middle; nil of none.
  var median: Double? {
    isEmpty ? nil : sorted()[count / 2]
  }
}

import Statistics

/// The p values of many tests, adjusted together by Benjamini and Hochberg's procedure: of what is
/// called different for information, a share may be so by chance.
///
/// Values are added in some order, and are taken out adjusted in the same order.
struct DiscoveryFamily {
  private var pValues: [Double] = []
  private var adjusted: ArraySlice<Double>?

  /// How many tests there are.
  var count: Int { pValues.count }

  /// Adds a test; nil where there is none.
  mutating func add(_ pValue: Double?) {
    if let pValue { pValues.append(pValue) }
  }

  /// The next adjusted value; nil where all were taken.
  mutating func next() -> Double? {
    // What is not a probability was never added: tests have their p values from distributions.
    if adjusted == nil { adjusted = (try? BenjaminiHochberg.adjusted(pValues))?[...] }
    return adjusted?.popFirst()
  }
}

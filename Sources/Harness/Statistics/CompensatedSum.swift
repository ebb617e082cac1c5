/// A sum that carries its own rounding error along.
///
/// Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", Zeitschrift für Angewandte Mathematik und Mechanik 54 (1974), 39-51.
struct CompensatedSum {
  private var sum = 0.0
  private var compensation = 0.0

  /// The sum of all values, as if added in twice the precision.
  init(_ values: some Sequence<Double>) {
    for value in values {
      add(value)
    }
  }

  var value: Double { sum + compensation }

  private mutating func add(_ value: Double) {
    let next = sum + value
    // The larger operand keeps its digits; what the smaller one lost is recovered exactly.
    if abs(sum) >= abs(value) {
      compensation += (sum - next) + value
    } else {
      compensation += (value - next) + sum
    }
    sum = next
  }
}

/// Brings values near 1 and results back, without rounding.
///
/// Squares and fourth powers of values such as 1e-200 or 1e200 leave the range of a `Double`
/// although their standard deviation does not. A power of two changes only the exponent.
struct PowerOfTwoScale {
  private let exponent: Int

  /// - Parameter sorted: Finite values in ascending order.
  init(sorted: [Double]) {
    let largest = max(abs(sorted.first ?? 0), abs(sorted.last ?? 0))
    exponent = largest > 0 ? Int(largest.exponent) : 0
  }

  func down(_ value: Double) -> Double {
    Double(sign: .plus, exponent: -exponent, significand: value)
  }

  func up(_ value: Double) -> Double {
    Double(sign: .plus, exponent: exponent, significand: value)
  }
}

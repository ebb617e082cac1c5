import Glibc

/// A sum that carries its own rounding error.
///
/// Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen", Zeitschrift für Angewandte Mathematik und Mechanik 54 (1974), 39-51.
struct CompensatedSum {
  private var sum = 0.0
  private var compensation = 0.0

  /// The sum of all values, as if added with twice the precision. Only for arrays: a generic version is many
  /// times as slow in debug builds, and takes most of the time of the statistics tests.
  init(_ values: [Double]) {
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

extension RandomAccessCollection<Double> where Index == Int {
  /// The median of at least one value in ascending order.
  public var medianOfSorted: Double {
    let lower = self[startIndex + (count - 1) / 2]
    let upper = self[startIndex + count / 2]
    // Halved first: the sum of two values may be beyond the largest Double.
    return lower == upper ? lower : lower / 2 + upper / 2
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, at its first place.
  public var uniqued: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

/// Scales values close to 1 and results back, without rounding.
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

  func up(_ value: Double) -> Double { Double(sign: .plus, exponent: exponent, significand: value) }
}

extension Double {
  var naturalLogarithm: Double { log(self) }

  /// artanh(self): infinite at -1 and 1.
  var inverseHyperbolicTangent: Double { atanh(self) }

  var hyperbolicTangent: Double { tanh(self) }

  var exponential: Double { exp(self) }
}

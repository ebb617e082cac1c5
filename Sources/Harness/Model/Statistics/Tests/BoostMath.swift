import CBoostMath

/// Turns the bridge's status into a thrown error.
enum BoostMath {
  static func value(
    of function: String, at argument: Double,
    _ call: (UnsafeMutablePointer<Double>) -> boost_math_status
  ) throws(StatisticsError) -> Double {
    var result = 0.0
    guard call(&result) == boost_math_ok else {
      throw .undefined(function: function, argument: argument)
    }
    return result
  }
}

extension NumberFormat {
  /// From this power of ten on a number has an exponent: longer rows of digits are not read,
  /// but counted.
  private static let firstLargeExponent = 15

  /// Down to this power of ten a number is written out.
  private static let lastSmallExponent = -7

  /// The number as people see it.
  public func string(for value: Double) -> String {
    guard value.isFinite else {
      if value.isNaN { return "not a number" }
      return value < 0 ? "-∞" : showsPlus ? "+∞" : "∞"
    }
    let digits = rounded(value)
    let magnitude = isOrdinary(digits) ? digits.plain : digits.scientific
    // What rounds to zero has no sign: -0.00 would claim a direction.
    if digits.isZero { return magnitude }
    return (value < 0 ? "-" : showsPlus ? "+" : "") + magnitude
  }

  private func rounded(_ value: Double) -> DecimalDigits {
    let digits = DecimalDigits(abs(value))
    switch precision {
    case .significantDigits(let count):
      let last = min(digits.exponent - max(count, 1) + 1, 0)
      return digits.rounded(toPlace: last).withoutTrailingZeros
    case .decimals(let count):
      let result = digits.rounded(toPlace: -max(count, 0))
      return isOrdinary(result) ? result : result.withoutTrailingZeros
    case .uncertainty(let standardError):
      // An error below the spacing of numbers is the rounding dust of equal values.
      guard standardError.isFinite, abs(standardError) > value.ulp else {
        return NumberFormat.plain.rounded(value)
      }
      let error = DecimalDigits(abs(standardError))
      // Rounded first: an error of 0.0996 is 0.10, whose second digit is a hundredth.
      let leading = error.rounded(toPlace: error.exponent - 1).exponent
      let result = digits.rounded(toPlace: leading - 1)
      return result.isZero && leading < Self.lastSmallExponent
        ? result.withoutTrailingZeros : result
    }
  }

  private func isOrdinary(_ digits: DecimalDigits) -> Bool {
    if digits.exponent >= Self.firstLargeExponent { return false }
    // Who asks for decimals gets them, however small the number.
    if case .decimals = precision { return true }
    return digits.exponent >= Self.lastSmallExponent
  }
}

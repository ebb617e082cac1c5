/// Numbers as people read them in a chart: three significant digits, and never fewer digits
/// than the whole number has.
enum DisplayNumber {
  static func text(_ value: Double) -> String {
    let size = abs(value)
    guard size > 0 else { return "0" }
    // Beyond these, a plain decimal number would be all zeros.
    guard size >= 1e-6, size < 1e15 else { return "\(value)" }
    guard size < 100 else { return fixed(value, decimals: 0) }
    guard size < 10 else { return fixed(value, decimals: 1) }
    var decimals = 2
    var bound = 1.0
    while size < bound {
      decimals += 1
      bound /= 10
    }
    return fixed(value, decimals: decimals)
  }

  /// `value` with exactly so many decimals.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e18 else { return "\(value)" }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}

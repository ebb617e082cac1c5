/// A number as decimal digits: d.ddd times ten to the power of the exponent.
///
/// The digits are those of Swift's own description, the shortest that identify the number.
struct DecimalDigits {
  /// From the most significant; the first is not 0 unless the number is.
  private var digits: [UInt8]
  /// The power of ten of the first digit.
  private(set) var exponent: Int

  /// - Parameter magnitude: A finite number, not below zero.
  init(_ magnitude: Double) {
    let parts = magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let whole = mantissa[0].utf8.map(Self.value)
    let fraction = mantissa.dropFirst().flatMap { $0.utf8.map(Self.value) }
    let scale = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    digits = whole + fraction
    exponent = whole.count - 1 + scale
    dropLeadingZeros()
    self = withoutTrailingZeros
  }

  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  /// Rounds half away from zero, so that the last digit counts this power of ten, with zeros up to there.
  func rounded(toPlace place: Int) -> DecimalDigits {
    var result = self
    let kept = exponent - place + 1
    if kept < 0 {
      result.digits = [0]
      result.exponent = place
    } else if kept < digits.count {
      let roundsUp = digits[kept] >= 5
      // A leading zero takes the carry of 9.99.
      result.digits = [0] + digits.prefix(kept)
      result.exponent = exponent + 1
      if roundsUp { result.increment() }
      result.dropLeadingZeros()
    } else {
      result.digits += Array(repeating: 0, count: kept - digits.count)
    }
    if result.isZero {
      result.digits = Array(repeating: 0, count: max(1, 1 - place))
      result.exponent = 0
    }
    return result
  }

  var withoutTrailingZeros: DecimalDigits {
    var result = self
    while result.digits.count > 1, result.digits.last == 0 {
      result.digits.removeLast()
    }
    return result
  }

  /// Without exponent, such as 0.0012 or 56800.
  var plain: String {
    if exponent < 0 {
      return "0." + String(repeating: "0", count: -exponent - 1) + text(digits[...])
    }
    let whole = digits.prefix(exponent + 1)
    let zeros = String(repeating: "0", count: exponent + 1 - whole.count)
    let fraction = digits.dropFirst(exponent + 1)
    return text(whole) + zeros + (fraction.isEmpty ? "" : "." + text(fraction))
  }

  /// With exponent, such as 1.25e-9.
  var scientific: String {
    let fraction = digits.dropFirst()
    return text(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + text(fraction)) + "e\(exponent)"
  }

  private mutating func increment() {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
  }

  private mutating func dropLeadingZeros() {
    while digits.count > 1, digits.first == 0 {
      digits.removeFirst()
      exponent -= 1
    }
  }

  private func text(_ digits: ArraySlice<UInt8>) -> String { digits.map(\.description).joined() }

  private static func value(ofDigit character: UInt8) -> UInt8 { character - UInt8(ascii: "0") }
}

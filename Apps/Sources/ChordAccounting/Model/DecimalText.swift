/// Decimal numbers as text, exactly: whole numbers of a decimal fraction, such as øre or hundredths
/// of a metre. No binary fraction comes between.
enum DecimalText {
  /// The hundredths of a number such as `125.5`: digits, and at most two more after a point.
  ///
  /// nil for anything else, and for more digits than a price or a quantity can have.
  static func hundredths(of text: String) -> Int64? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, 1...12 ~= whole.count else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard parts.count == 1 || 1...2 ~= fraction.count else { return nil }
    var number: Int64 = 0
    for digit in Array(whole) + fraction + [UInt8](repeating: 48, count: 2 - fraction.count) {
      guard 48...57 ~= digit else { return nil }
      number = number * 10 + Int64(digit - 48)
    }
    return number
  }

  /// A number, not below 0, as text. It is given times 10 to the power of `places`; `kept` places
  /// are shown even where they are 0; with `groups`, commas separate thousands.
  static func text(_ number: Int128, places: Int, keeping kept: Int, groups: Bool) -> String {
    var digits = Array(String(number).utf8)
    if digits.count <= places {
      digits.insert(contentsOf: [UInt8](repeating: 48, count: places + 1 - digits.count), at: 0)
    }
    var whole = String(decoding: digits.dropLast(places), as: UTF8.self)
    var fraction = digits.suffix(places)
    while fraction.count > kept, fraction.last == 48 { fraction.removeLast() }
    if groups {
      for offset in stride(from: 3, to: whole.utf8.count, by: 3) {
        whole.insert(",", at: whole.index(whole.endIndex, offsetBy: -offset - offset / 3 + 1))
      }
    }
    return whole
      + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
  }
}

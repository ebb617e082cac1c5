/// Numbers the reasons why figures are missing, equal reasons alike, in the order in which
/// they are met.
struct MissingReasons {
  private(set) var reasons: [String] = []

  /// What a cell shows in place of a figure that is missing for this reason.
  mutating func mark(for reason: String) -> String {
    "–" + Self.superscript(number(for: reason))
  }

  /// The reason's number, from 1.
  mutating func number(for reason: String) -> Int {
    let reason = PlainLine(reason).description
    let index = reasons.firstIndex(of: reason) ?? reasons.count
    if index == reasons.count { reasons.append(reason) }
    return index + 1
  }

  /// The lines that explain the marks.
  var footnotes: [String] {
    reasons.enumerated().map { "\(Self.superscript($0.offset + 1)) \($0.element)" }
  }

  private static func superscript(_ number: Int) -> String {
    let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    return String(number.description.utf8.map { digits[Int($0 - UInt8(ascii: "0"))] })
  }
}

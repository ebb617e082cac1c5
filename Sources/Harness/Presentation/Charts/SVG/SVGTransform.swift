/// Lists of transformations, as gnuplot writes them: `translate(480.04,33.49) rotate(-90.00)`.
///
/// They are read as bytes: finding characters in those of thousands of dots took a tenth of a report's time.
enum SVGTransform {
  /// The list's leading shift and its rest; nil for a list that begins otherwise.
  static func shift(_ transform: String?) -> (x: String, y: String, rest: String)? {
    let opening = "translate("
    guard let transform, transform.hasPrefix(opening),
      let end = transform.utf8.firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let parts = transform.utf8[..<end].dropFirst(opening.utf8.count)
      .split(separator: UInt8(ascii: ","))
    guard parts.count == 2 else { return nil }
    let rest = transform.utf8[end...].dropFirst().drop { $0 == UInt8(ascii: " ") }
    return (text(parts[0]), text(parts[1]), text(rest))
  }

  /// The list with shifts to a tenth, and everything else without trailing zeros.
  static func rounded(_ transform: String) -> String {
    transform.utf8.split(separator: UInt8(ascii: ")")).map { part in
      let isShift = part.drop { $0 == UInt8(ascii: " ") }.starts(with: "translate(".utf8)
      guard let opening = part.firstIndex(of: UInt8(ascii: "(")) else { return text(part) }
      let numbers = part[opening...].dropFirst().split(separator: UInt8(ascii: ",")).map { number in
        isShift
          ? SVGPath.tenths(number).map(SVGPath.number) ?? text(number)
          : SVGPath.trimmed(text(number))
      }
      return text(part[...opening]) + numbers.joined(separator: ",") + ")"
    }.joined()
  }

  private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
}

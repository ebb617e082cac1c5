/// Lists of transformations, as gnuplot writes them: `translate(480.04,33.49) rotate(-90.00)`.
enum SVGTransform {
  /// The list's leading shift and its rest; nil for a list that begins otherwise.
  static func shift(_ transform: String?) -> (x: String, y: String, rest: String)? {
    let opening = "translate("
    guard let transform, transform.hasPrefix(opening), let end = transform.firstIndex(of: ")")
    else { return nil }
    let parts = transform[..<end].dropFirst(opening.count).split(separator: ",")
    guard parts.count == 2 else { return nil }
    let rest = transform[transform.index(after: end)...].drop { $0 == " " }
    return (String(parts[0]), String(parts[1]), String(rest))
  }

  /// The list with shifts to a tenth, and everything else without trailing zeros.
  static func rounded(_ transform: String) -> String {
    transform.split(separator: ")").map { part in
      let isShift = part.drop { $0 == " " }.hasPrefix("translate(")
      guard let opening = part.firstIndex(of: "(") else { return String(part) }
      let numbers = part[part.index(after: opening)...].split(separator: ",").map { number in
        isShift
          ? SVGPath.tenths(number.utf8).map(SVGPath.number) ?? String(number)
          : SVGPath.trimmed(String(number))
      }
      return part[...opening] + numbers.joined(separator: ",") + ")"
    }.joined()
  }
}

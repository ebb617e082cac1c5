/// Lines and outlines in the fewest letters, to a tenth of a pixel.
enum SVGPath {
  /// A line to a point, or the beginning of another line there.
  private struct Step {
    var begins: Bool
    let x: Int
    let y: Int
  }

  /// A path of straight lines, as gnuplot writes them: `M84.00,236.43 L868.02,236.43` as `M84,236.4H868`.
  ///
  /// - Returns: nil of any other path, such as one with curves.
  static func shortened(_ path: String) -> String? {
    var steps: [Step] = []
    var words = path.utf8.split(whereSeparator: \.isBlank)
    let isClosed = words.last.map { $0.elementsEqual("Z".utf8) } ?? false
    if isClosed { words.removeLast() }
    for word in words {
      let begins = word.first == UInt8(ascii: "M")
      guard begins || word.first == UInt8(ascii: "L"), let step = step(word.dropFirst(), begins)
      else { return nil }
      // Where nothing is drawn from, nothing need begin.
      if begins, steps.last?.begins == true { steps.removeLast() }
      steps.append(step)
    }
    if steps.last?.begins == true { steps.removeLast() }
    guard steps.first?.begins == true else { return nil }
    return text(of: steps) + (isClosed ? "z" : "")
  }

  /// The outline of a polygon, as a path; nil of what is none.
  static func outline(_ points: String) -> String? {
    var steps: [Step] = []
    for word in points.utf8.split(whereSeparator: \.isBlank) {
      guard let step = step(word, steps.isEmpty) else { return nil }
      steps.append(step)
    }
    return steps.isEmpty ? nil : text(of: steps) + "z"
  }

  private static func step(_ word: Substring.UTF8View, _ begins: Bool) -> Step? {
    let parts = word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let x = tenths(parts[0]), let y = tenths(parts[1]) else { return nil }
    return Step(begins: begins, x: x, y: y)
  }

  private static func text(of steps: [Step]) -> String {
    var text = ""
    var last: Step?
    // What two numbers alone would mean.
    var isImplied = false
    for step in steps {
      defer { last = step }
      guard let from = last, !step.begins else {
        text += "M\(number(step.x)),\(number(step.y))"
        isImplied = true
        continue
      }
      switch (from.x == step.x, from.y == step.y) {
      // A line of no length is kept where it is all there is: its ends may be drawn.
      case (true, true): if from.begins { text += "h0"; isImplied = false }
      case (false, true): text += "H\(number(step.x))"; isImplied = false
      case (true, false): text += "V\(number(step.y))"; isImplied = false
      case (false, false):
        text += "\(isImplied ? " " : "L")\(number(step.x)),\(number(step.y))"
        isImplied = true
      }
    }
    return text
  }
}

extension SVGPath {
  /// A number in tenths, rounded; nil of what is none.
  static func tenths(_ digits: some Sequence<UInt8>) -> Int? {
    guard let value = Double(String(decoding: Array(digits), as: UTF8.self)), abs(value) < 1e9
    else { return nil }
    return Int((value * 10).rounded())
  }

  /// A number of tenths in decimals: 7059 as `705.9`, 7060 as `706`.
  static func number(_ tenths: Int) -> String {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
  }

  /// A decimal without zeros at its end: `13.00` as `13`. All else stays.
  static func trimmed(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: ".")), Double(value) != nil else { return value }
    var digits = Substring(value)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}

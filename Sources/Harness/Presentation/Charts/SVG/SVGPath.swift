/// Straight lines with the fewest characters, to a tenth of a pixel.
struct SVGPath {
  /// A line to a point, or the start of another line there.
  private struct Step {
    var begins: Bool
    let x: Int
    let y: Int
  }

  private var steps: [Step] = []
  private var isClosed = false
  /// A Boolean value indicating whether something is drawn at each corner.
  private var hasDots = false

  /// Reads a path of straight lines, as gnuplot writes them (`M84.00,236.43 L868.02,236.43`); nil for any
  /// other path, such as one with curves.
  init?(_ path: String) {
    var words = path.utf8.split(whereSeparator: \.isBlank)
    isClosed = words.last.map { $0.elementsEqual("Z".utf8) } ?? false
    if isClosed { words.removeLast() }
    for word in words {
      let begins = word.first == UInt8(ascii: "M")
      guard begins || word.first == UInt8(ascii: "L"),
        let step = Self.step(word.dropFirst(), begins)
      else { return nil }
      // A start without a line can be dropped.
      if begins, steps.last?.begins == true { steps.removeLast() }
      steps.append(step)
    }
    if steps.last?.begins == true { steps.removeLast() }
    guard steps.first.map(\.begins) ?? true else { return nil }
  }

  /// A path with a dot at each corner.
  init?(corners: [(x: String, y: String)]) {
    hasDots = true
    for corner in corners {
      guard let x = Self.tenths(corner.x.utf8), let y = Self.tenths(corner.y.utf8) else {
        return nil
      }
      steps.append(Step(begins: steps.isEmpty, x: x, y: y))
    }
  }

  private static func step(_ word: Substring.UTF8View, _ begins: Bool) -> Step? {
    let parts = word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, let x = tenths(parts[0]), let y = tenths(parts[1]) else { return nil }
    return Step(begins: begins, x: x, y: y)
  }

  /// The path's text: `M84,236.4H868`; empty for a path that draws nothing.
  var text: String {
    var text = ""
    var last: Step?
    // The command that plain numbers would mean.
    var implied: Character?
    for step in steps {
      defer { last = step }
      let command: String
      if let from = last, !step.begins {
        // A line without length is kept if it is the only one: its ends may be drawn.
        guard from.x != step.x || from.y != step.y || from.begins || hasDots else { continue }
        command = Self.line(from, step)
      } else {
        command = "M\(Self.pair(step.x, step.y))"
      }
      let numbers = command.dropFirst()
      text +=
        command.first != implied ? command : numbers.first == "-" ? "\(numbers)" : " \(numbers)"
      implied = command.first == "M" ? "L" : command.first
    }
    return text + (isClosed ? "z" : "")
  }

  /// A line, to a place or by a distance, whichever is shorter.
  private static func line(_ from: Step, _ to: Step) -> String {
    let (x, y) = (to.x - from.x, to.y - from.y)
    let (there, onward) =
      switch (x == 0, y == 0) {
      case (false, true): ("H\(number(to.x))", "h\(number(x))")
      case (true, false): ("V\(number(to.y))", "v\(number(y))")
      case (true, true): ("h0", "h0")
      case (false, false): ("L\(pair(to.x, to.y))", "l\(pair(x, y))")
      }
    return onward.utf8.count < there.utf8.count ? onward : there
  }

  /// The smallest rectangle around its points; nil for a path that draws nothing.
  var bounds: SVGBounds? { Self.bounds(of: steps[...]) }

  /// The rectangles around its lines, or one around many; nil for a path that draws nothing.
  var lines: [SVGBounds]? {
    guard steps.count <= 16 else { return bounds.map { [$0] } }
    var lines = steps.indices.dropFirst().filter { !steps[$0].begins }
      .compactMap { Self.bounds(of: steps[($0 - 1)...$0]) }
    if isClosed, let first = steps.first, let last = steps.last,
      let line = Self.bounds(of: [first, last])
    {
      lines.append(line)
    }
    return lines
  }

  private static func bounds(of steps: ArraySlice<Step>) -> SVGBounds? {
    guard let left = steps.map(\.x).min(), let right = steps.map(\.x).max(),
      let top = steps.map(\.y).min(), let bottom = steps.map(\.y).max()
    else { return nil }
    return SVGBounds(
      left: Double(left) / 10, top: Double(top) / 10, right: Double(right) / 10,
      bottom: Double(bottom) / 10)
  }

  var isRectangular: Bool {
    zip(steps, steps.dropFirst()).allSatisfy { $1.begins || $0.x == $1.x || $0.y == $1.y }
  }

  /// Two numbers with the shortest separator.
  private static func pair(_ x: Int, _ y: Int) -> String {
    "\(number(x))\(y < 0 ? "" : ",")\(number(y))"
  }

  /// A number in tenths, rounded; nil for anything else.
  static func tenths(_ digits: some Sequence<UInt8>) -> Int? {
    guard let value = Double(String(decoding: Array(digits), as: UTF8.self)), abs(value) < 1e9
    else { return nil }
    return Int((value * 10).rounded())
  }

  /// A number of tenths in decimals: 7059 as `705.9`, 7060 as `706`, 5 as `.5`.
  static func number(_ tenths: Int) -> String {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    let digits = rest == 0 ? "\(whole)" : whole == 0 ? ".\(rest)" : "\(whole).\(rest)"
    return tenths < 0 ? "-\(digits)" : digits
  }

  /// A decimal without trailing zeros: `13.00` as `13`. Anything else is unchanged.
  static func trimmed(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: ".")), Double(value) != nil else { return value }
    var digits = Substring(value)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}

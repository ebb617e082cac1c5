/// Takes times, and the middle of several.
enum Stopwatch {
  /// Microseconds of one call.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let begin = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - begin).components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }

  /// The median; of an even number the upper of the two in the middle.
  static func median(_ times: [Double]) -> Double {
    times.isEmpty ? .nan : times.sorted()[times.count / 2]
  }

  /// A number with one digit behind the point, to the right of its column.
  static func column(_ number: Double, width: Int) -> String {
    let tenths = Int((number * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(1, width - text.count)) + text
  }

  static func column(_ text: String, width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

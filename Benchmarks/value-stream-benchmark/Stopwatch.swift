import Glibc

/// Takes times, and the middle of several.
enum Stopwatch {
  /// Microseconds of processor time of one call: nothing here waits for a disk, and what else the
  /// machine does meanwhile is not counted.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let begin = now()
    try body()
    return now() - begin
  }

  private static func now() -> Double {
    var time = timespec()
    // A clock that exists, and a valid pointer: it can not fail.
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
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

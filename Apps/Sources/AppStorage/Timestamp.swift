import Glibc

/// A moment in whole milliseconds since 1970-01-01 UTC, as stores keep it.
///
/// Apps take their clock as a closure, so that a test or a replay decides what time it is.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970-01-01 UTC, leap seconds not counted.
  public let milliseconds: Int64

  /// The moment that many milliseconds after 1970-01-01 UTC.
  @inlinable
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The machine's wall clock.
  @Sendable public static func now() -> Timestamp {
    var time = timespec()
    // CLOCK_REALTIME with a valid pointer can not fail.
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// From ``milliseconds``.
  public init(from decoder: any Decoder) throws {
    self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// As ``milliseconds``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment to the second, in UTC: `2016-05-02 08:00:00 UTC`.
  package var words: String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "\(milliseconds) ms since 1970" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) UTC"
  }

  /// The moment so many milliseconds later.
  public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}

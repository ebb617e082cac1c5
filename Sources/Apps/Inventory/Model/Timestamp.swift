import Glibc

/// A moment in whole milliseconds since 1970-01-01 UTC, as the store keeps it.
///
/// The server takes its clock as a closure, so that a test or a replay decides what time it is.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 UTC, leap seconds not counted.
  public let milliseconds: Int64

  /// The moment that many milliseconds after 1970-01-01 UTC.
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

  /// Earlier before later.
  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment so many milliseconds later.
  public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: self.milliseconds + milliseconds)
  }
}

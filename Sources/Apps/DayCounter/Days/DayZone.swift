import AppStorage
import Foundation
import Synchronization

/// A time zone, for one question: on which day of the calendar a moment lies in it.
///
/// The rules of daylight saving are Foundation's. glibc knows them too, but only for the one zone
/// that the process's environment names: another would change `TZ` under all other threads, a name
/// that it does not know is UTC without a word, and so is every name on a machine without a
/// database of zones. Foundation brings its own with it, and GRDB has loaded Foundation already.
///
/// Its answer takes about a microsecond, though, several times what SQLite takes for a row. So it is
/// asked about a stretch of time once (``span(_:)``), and all moments within are answered from that.
public final class DayZone: Sendable {
  /// The moments that have a day in every zone, in milliseconds: 0001-01-02 to 9999-12-30, UTC.
  public static let moments = firstMoment...lastMoment

  private static let firstMoment =
    Int64(CalendarDay.allowed.lowerBound.number + 1) * millisecondsOfDay
  private static let lastMoment =
    Int64(CalendarDay.allowed.upperBound.number) * millisecondsOfDay - 1
  private static let millisecondsOfDay: Int64 = 86_400_000
  private static let secondsOfDay: Int64 = 86_400
  /// 2^18 s are three days. No zone has changed its clocks twice within less than 3.9 (Freetown, 1939).
  private static let bitsOfSpan = 18

  /// The zone's name in IANA's database, such as "Europe/London".
  public let name: String
  private let zone: TimeZone
  private let spans = Mutex<[Int64: Span]>([:])

  /// The zone of a name.
  /// - Throws: ``CounterError/unknownZone(_:)``.
  public init(named name: String) throws(CounterError) {
    guard let zone = TimeZone(identifier: name) else { throw .unknownZone(name) }
    self.name = name
    self.zone = zone
  }

  /// The day on which a moment lies here; nil outside ``moments``.
  public func day(of moment: Timestamp) -> CalendarDay? {
    guard Self.moments.contains(moment.milliseconds) else { return nil }
    let seconds = Self.floor(moment.milliseconds, by: 1000)
    let index = seconds >> Self.bitsOfSpan
    let span = spans.withLock { $0[index] } ?? span(index)
    let offset = seconds < span.change ? span.before : span.after
    // A day's distance from the first and the last, which is more than any zone's from UTC.
    return CalendarDay(unchecked: Int(Self.floor(seconds + offset, by: Self.secondsOfDay)))
  }

  /// A stretch of time in which clocks are changed once at most.
  private struct Span {
    /// Seconds since 1970: clocks show `before` until then, `after` from then on.
    let change: Int64
    /// Seconds ahead of UTC.
    let before: Int64
    let after: Int64
  }

  /// Finds out when clocks change within a stretch, and keeps it.
  private func span(_ index: Int64) -> Span {
    var (start, end) = (index << Self.bitsOfSpan, (index + 1) << Self.bitsOfSpan)
    let (before, after) = (offset(at: start), offset(at: end))
    // Halves the stretch until the second is found at which it is no longer `before`.
    while before != after, end - start > 1 {
      let middle = start + (end - start) / 2
      if offset(at: middle) == before { start = middle } else { end = middle }
    }
    let span = Span(change: end, before: before, after: after)
    spans.withLock { $0[index] = span }
    return span
  }

  private func offset(at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
  }

  /// The quotient, rounded down where it is negative too.
  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

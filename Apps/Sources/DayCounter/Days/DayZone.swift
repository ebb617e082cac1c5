import AppStorage
import Foundation

/// A time zone, for one question: on which day of the calendar a moment lies in it.
///
/// The rules of daylight saving are Foundation's, the days are ``CalendarDay``'s. glibc has rules too,
/// but only of the one zone that the process's environment names: another would change `TZ` under all
/// other threads, a name that it does not know is UTC without a word, and so is every name on a machine
/// without a database of zones. Foundation brings its own, and GRDB has loaded Foundation already.
///
/// Measured: the first answer takes 0.5 ms and 72 KiB of memory of its own; every other some 80 ns, where
/// glibc's `localtime_r` takes 45. Foundation's `Calendar` takes 55 µs for the days between two moments.
public struct DayZone: Sendable {
  /// The moments that have a day in every zone, in milliseconds: 0001-01-02 to 9999-12-30, UTC.
  public static let moments = firstMoment...lastMoment

  private static let firstMoment =
    Int64(CalendarDay.allowed.lowerBound.number + 1) * millisecondsOfDay
  private static let lastMoment =
    Int64(CalendarDay.allowed.upperBound.number) * millisecondsOfDay - 1
  private static let millisecondsOfDay: Int64 = 86_400_000
  private static let secondsOfDay: Int64 = 86_400

  /// The zone's name in IANA's database, such as "Europe/London".
  public let name: String
  private let zone: TimeZone

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
    let offset = Int64(
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    // A day's distance from the first and the last, which is more than any zone's from UTC.
    return CalendarDay(unchecked: Int(Self.floor(seconds + offset, by: Self.secondsOfDay)))
  }

  /// The quotient, rounded down where it is negative too.
  private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

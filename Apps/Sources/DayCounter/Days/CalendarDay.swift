/// A day of the Gregorian calendar, which is continued before 1582 too, without a time zone.
///
/// The calendar's rules are a few divisions, so they are done here; ``DayZone`` says what Foundation's
/// `Calendar` would take.
public struct CalendarDay: Hashable, Comparable, Sendable {
  /// 0001-01-01 to 9999-12-31: what four digits of a year can say.
  public static let allowed = CalendarDay(unchecked: -719_162)...CalendarDay(unchecked: 2_932_896)

  /// Days since 1970-01-01, within ``allowed``.
  public let number: Int

  init(unchecked number: Int) {
    self.number = number
  }

  /// The day so many days after 1970-01-01; nil where it is not ``allowed``.
  public init?(number: Int) {
    guard Self.allowed.contains(CalendarDay(unchecked: number)) else { return nil }
    self.number = number
  }

  /// The day of a date; nil where there is no such date, as in "2015-02-29".
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    guard day <= Self.lengths[month - 1] + (month == 2 && Self.isLeap(year) ? 1 : 0) else {
      return nil
    }
    number = Self.number(year: year, month: month, day: day)
  }

  /// The day that ISO 8601 writes like this: "2015-12-24".
  /// - Throws: ``CounterError/dateNotAllowed(_:)``.
  public init(_ text: String) throws(CounterError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(digits.contains) else {
      throw .dateNotAllowed(text)
    }
    let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - digits.lowerBound) } }
    guard let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]) else {
      throw .dateNotAllowed(text)
    }
    self = day
  }

  /// As ISO 8601 writes it: "2015-12-24".
  public var text: String {
    let (year, month, day) = date
    func padded(_ number: Int, to width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// The earlier day first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  // The arithmetic of both directions is that of H. Hinnant, "chrono-Compatible Low-Level Date
  // Algorithms", <https://howardhinnant.github.io/date_algorithms.html>: years begin with March,
  // so that the leap day is a year's last, and an era is the 400 years after which all repeats.
  private static let daysOfEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  private static func number(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    // Year 0 and later: no era is negative.
    let (era, yearOfEra) = (year / 400, year % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysOfEra + dayOfEra - epoch
  }

  private var date: (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (number + Self.epoch).quotientAndRemainder(dividingBy: Self.daysOfEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      era * 400 + yearOfEra + (month > 2 ? 0 : 1), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}

import Testing

@testable import DayCounter

@Suite struct CalendarDayTests {
  // Python: (date(...) - date(1970, 1, 1)).days
  @Test(arguments: [
    ("1970-01-01", 0), ("2015-05-10", 16_565), ("2000-02-29", 11_016), ("1969-12-31", -1),
    ("1900-03-01", -25_508), ("2100-02-28", 47_540), ("2100-03-01", 47_541),
    ("1582-10-04", -141_438), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func `a date is a number of days since 1970`(text: String, number: Int) throws {
    #expect(try CalendarDay(text).number == number)
    #expect(CalendarDay(number: number)?.text == text)
  }

  @Test func `each date is the day after the previous one`() throws {
    var day = try CalendarDay("1896-01-01")
    var date = (year: 1896, month: 1, day: 1)
    while date.year < 1905 {
      #expect(CalendarDay(year: date.year, month: date.month, day: date.day) == day)
      day = try #require(CalendarDay(number: day.number + 1))
      let next = [(date.year, date.month, date.day + 1), (date.year, date.month + 1, 1)]
        .first { CalendarDay(year: $0.0, month: $0.1, day: $0.2) != nil }
      date = next ?? (date.year + 1, 1, 1)
    }
    // 1896 and 1904 are leap years, 1900 is none.
    #expect(day.number == -25_567 + 5 * 365 + 1)
    #expect(day.text == "1905-01-01")
  }

  @Test(arguments: [
    "", "2015", "2015-2-1", "2015-02-29", "1900-02-29", "2015-04-31", "2015-13-01", "2015-00-01",
    "2015-01-00", "0000-01-01", "10000-01-01", "-001-01-01", "2015/01/01", "2015-01-01 ",
    "+015-01-01", "２015-01-01", "2015-01-01-",
  ])
  func `an invalid date is refused`(text: String) {
    #expect(
      refusal { () throws(CounterError) in try CalendarDay(text) }
        == .dateNotAllowed(text))
  }

  @Test func `day numbers outside the calendar have no date`() {
    for number in [Int.min, -719_163, 2_932_897, .max] {
      #expect(CalendarDay(number: number) == nil)
    }
    #expect(
      CounterError.dateNotAllowed("soon").description
        == "\"soon\" is no date: allowed are 0001-01-01 to 9999-12-31.")
  }
}

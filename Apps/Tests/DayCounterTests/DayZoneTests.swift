import AppStorage
import Foundation
import SeededRandom
import Testing

@testable import DayCounter

@Suite struct DayZoneTests {
  private func day(_ text: String, in zone: String) throws -> String? {
    try DayZone(named: zone).day(of: moment(text))?.text
  }

  @Test(arguments: [
    // Forty minutes, but a midnight between.
    ("UTC", "2015-05-10T23:30:00Z", "2015-05-11T00:10:00Z", 1),
    ("UTC", "2015-05-10T09:00:00Z", "2015-05-10T23:59:00Z", 0),
    ("UTC", "2016-02-28T12:00:00Z", "2016-03-01T12:00:00Z", 2),
    ("UTC", "2015-02-28T12:00:00Z", "2015-03-01T12:00:00Z", 1),
    ("UTC", "2100-02-28T12:00:00Z", "2100-03-01T12:00:00Z", 1),
    ("UTC", "2000-02-28T12:00:00Z", "2000-03-01T12:00:00Z", 2),
    // London, 28 March 23:30 to 29 March 23:45: the day of 23 hours.
    ("Europe/London", "2015-03-28T23:30:00Z", "2015-03-29T22:45:00Z", 1),
    // London, 24 October 23:30 to 25 October 23:45: the day of 25 hours.
    ("Europe/London", "2015-10-24T22:30:00Z", "2015-10-25T23:45:00Z", 1),
    // Samoa went from 29 to 31 December.
    ("Pacific/Apia", "2011-12-30T09:59:00Z", "2011-12-30T10:00:00Z", 2),
  ])
  func `days are counted by the calendar of the time zone`(
    zone: String, start: String, now: String, days: Int
  ) throws {
    let zone = try DayZone(named: zone)
    let start = try #require(zone.day(of: moment(start)))
    let today = try #require(zone.day(of: moment(now)))
    #expect(DayCount(from: start, to: today, .without).days == days)
  }

  @Test(arguments: [
    // Beirut's clocks go at midnight, from 0:00 to 1:00 and from 0:00 back to 23:00.
    ("Asia/Beirut", "2015-03-28T21:59:59Z", "2015-03-28"),
    ("Asia/Beirut", "2015-03-28T22:00:00Z", "2015-03-29"),
    ("Asia/Beirut", "2015-10-24T20:59:59Z", "2015-10-24"),
    ("Asia/Beirut", "2015-10-24T21:00:00Z", "2015-10-24"),
    ("Asia/Beirut", "2015-10-24T21:59:59Z", "2015-10-24"),
    ("Asia/Beirut", "2015-10-24T22:00:00Z", "2015-10-25"),
    // Britain had summer time through the winter, 1968 to 1971.
    ("Europe/London", "1969-01-01T23:00:00Z", "1969-01-02"),
    ("Europe/London", "1974-01-01T23:00:00Z", "1974-01-01"),
    ("Asia/Kathmandu", "2015-05-10T18:14:59Z", "2015-05-10"),
    ("Asia/Kathmandu", "2015-05-10T18:15:00Z", "2015-05-11"),
    // Rules go on for good.
    ("Europe/London", "2500-07-01T23:00:00Z", "2500-07-02"),
    ("Europe/London", "2500-12-01T23:00:00Z", "2500-12-01"),
    ("UTC", "9999-12-30T23:59:59Z", "9999-12-30"),
  ])
  func `a moment falls on the date of its time zone`(zone: String, text: String, expected: String)
    throws
  {
    #expect(try day(text, in: zone) == expected)
  }

  @Test(arguments: [
    "Europe/London", "America/New_York", "Africa/Casablanca", "Africa/Cairo", "Asia/Gaza",
    "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "Europe/Dublin", "Antarctica/Troll",
  ])
  func `dates agree with Foundation's calendar`(name: String) throws {
    let zone = try DayZone(named: name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    var random = SplitMix64(seed: 29)
    for _ in 0..<400 {
      // From 1900 to 2100.
      let seconds = random.below(200 * 31_556_952) - 70 * 31_556_952
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let expected = try CalendarDay(
        year: #require(parts.year), month: #require(parts.month), day: #require(parts.day))
      #expect(zone.day(of: Timestamp(milliseconds: Int64(seconds) * 1000)) == expected)
    }
  }

  @Test func `moments too far away have no day`() throws {
    let zone = try DayZone(named: "Pacific/Apia")
    let moments = DayZone.moments
    for milliseconds in [Int64.min, moments.lowerBound - 1, moments.upperBound + 1, .max] {
      #expect(zone.day(of: Timestamp(milliseconds: milliseconds)) == nil)
    }
    let utc = try DayZone(named: "UTC")
    for (milliseconds, date) in [
      (moments.lowerBound, "0001-01-02"), (moments.upperBound, "9999-12-30"),
    ] {
      #expect(zone.day(of: Timestamp(milliseconds: milliseconds)) != nil)
      #expect(utc.day(of: Timestamp(milliseconds: milliseconds))?.text == date)
    }
  }

  @Test(arguments: ["", "Mars/Olympus_Mons", "Europe/London\n", "/etc/passwd"])
  func `an unknown time zone is refused`(name: String) {
    #expect(
      refusal { () throws(CounterError) in try DayZone(named: name) } == .unknownZone(name))
    #expect(
      CounterError.unknownZone("a\nb").description
        == "There is no time zone \"a\u{FFFD}b\": one is named like \"Europe/London\".")
  }
}

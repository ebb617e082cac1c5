import AppStorage
import TestSupport
import Testing

@testable import DayCounter

@Suite struct ThingStoreTests {
  private let folder: ScratchFolder
  private let clock: SetClock
  private let store: ThingStore

  init() throws {
    folder = try ScratchFolder()
    clock = try SetClock()
    store = try folder.things(clock)
  }

  @Test func `a new thing begins now, with a name not in use`() throws {
    let first = try store.add()
    #expect(first.settings.name == "New thing")
    #expect(first.startDate == clock.now())
    #expect(first.count.headline("coffee") == "0 days without coffee")
    #expect(first.record == 0)
    #expect(try store.add().settings.name == "New thing 2")
    let third = try store.add()
    #expect(third.settings.name == "New thing 3")
    _ = try store.named("New things are good")
    try store.delete(first.id)
    #expect(try store.add().settings.name == "New thing")
    try store.delete(ThingID(2))
    #expect(try store.add().settings.name == "New thing 2")
    #expect(try store.things().map(\.id.number) == [3, 4, 5, 6])
  }

  @Test func `a reset keeps the record, and more days exceed it`() throws {
    let id = try store.add().id
    clock.advance(days: 5)
    #expect(try store.thing(id).count.days == 5)
    let reset = try store.reset(id)
    #expect(reset.count.days == 0 && reset.record == 5 && reset.startDate == clock.now())
    clock.advance(days: 3)
    #expect(try store.thing(id).count.days == 3 && store.thing(id).record == 5)
    clock.advance(days: 3)
    #expect(try store.thing(id).count.days == 6 && store.thing(id).record == 6)
    _ = try store.reset(id)
    _ = try store.reset(id)
    #expect(try store.thing(id).record == 6)
  }

  @Test func `the record counts the days while the app was closed`() throws {
    let id = try store.add().id
    try store.close()
    clock.advance(days: 400)
    let later = try folder.things(clock)
    #expect(try later.thing(id).record == 400)
    #expect(try later.reset(id).record == 400)
    #expect(try later.things().map(\.record) == [400])
  }

  @Test(arguments: [
    ("2015-05-17", 7, "7 days until rain"), ("2015-05-11", 1, "1 day until rain"),
    ("2015-05-10", 0, "0 days since rain"), ("2015-05-09", 1, "1 day since rain"),
    ("2014-05-10", 365, "365 days since rain"),
    ("9999-12-31", 2_916_331, "2916331 days until rain"),
    ("0001-01-01", 735_727, "735727 days since rain"),
  ])
  func `days are counted down to a date, and up after it`(
    date: String, days: Int, headline: String
  ) throws {
    let id = try store.add().id
    let date = try CalendarDay(date)
    let thing = try store.edit(id) { settings throws(CounterError) in
      settings.name = "rain"
      settings.date = date
    }
    #expect(thing.count.days == days && thing.record == nil)
    #expect(thing.count.headline(thing.settings.name) == headline)
    #expect(
      refusal { () throws(CounterError) in try store.reset(id) } == .countsToDate(name: "rain"))
    // Without the date its own days are there again.
    clock.advance(days: 2)
    #expect(try store.edit(id) { $0.date = nil }.count.days == 2)
  }

  @Test func `wording, date and colour are stored`() throws {
    let id = try store.add().id
    let colour = try Colour("#0a1B2c")
    let date = try CalendarDay("2015-12-24")
    let thing = try store.edit(id) { settings throws(CounterError) in
      settings = ThingSettings(name: "exercise", wording: .with, date: date, colour: colour)
    }
    try store.close()
    let again = try folder.things(clock)
    #expect(try again.thing(id) == thing)
    #expect(try again.things() == [thing])
    #expect(thing.settings.colour.text == "#0a1b2c")
    #expect(try again.edit(id) { $0.date = nil }.count.relation == .with)
  }

  @Test(arguments: [
    ("", CounterError.nameBlank), (" \t\n", .nameBlank), ("\u{2800}\u{200B}", .nameBlank),
    ("a\nb", .nameHasControl(name: "a\nb", codePoint: 10)),
    ("a\u{202E}b", .nameHasControl(name: "a\u{202E}b", codePoint: 0x202E)),
    (String(repeating: "é", count: 128), .nameTooLong(bytes: 256, limit: 255)),
    ("Tea", .nameTaken("Tea")), (" Tea ", .nameTaken("Tea")),
    ("U\u{308}bung", .nameTaken("Übung")),
  ])
  func `a refused name leaves the thing unchanged`(
    name: String, error: CounterError
  ) throws {
    _ = try store.named("Tea")
    _ = try store.named("Übung")
    let thing = try store.named("Coffee")
    let found = refusal { () throws(CounterError) in
      try store.edit(thing.id) { settings throws(CounterError) in
        settings.name = name
        settings.wording = .with
      }
    }
    #expect(found == error)
    #expect(try store.thing(thing.id) == thing)
  }

  @Test func `an edit refused midway leaves the thing unchanged`() throws {
    let thing = try store.named("Coffee")
    let found = refusal { () throws(CounterError) in
      try store.edit(thing.id) { settings throws(CounterError) in
        settings.name = "Tea"
        settings.colour = try Colour("red")
      }
    }
    #expect(found == .colourNotAllowed("red"))
    #expect(try store.thing(thing.id) == thing)
  }

  @Test func `names may differ by case alone, and an unchanged name is accepted`() throws {
    let thing = try store.named("tea")
    _ = try store.named("Tea")
    #expect(try store.edit(thing.id) { $0.name = " tea" } == thing)
    #expect(try store.edit(thing.id) { $0.name = String(repeating: "a", count: 255) } != thing)
  }

  @Test func `calls on a deleted thing are refused, and its number is not used again`() throws {
    let id = try store.add().id
    try store.delete(id)
    let refusals = [
      refusal { () throws(CounterError) in try store.thing(id) },
      refusal { () throws(CounterError) in try store.delete(id) },
      refusal { () throws(CounterError) in try store.reset(id) },
      refusal { () throws(CounterError) in try store.edit(id) { $0.name = "a" } },
    ]
    #expect(refusals == Array(repeating: .noSuchThing(id), count: 4))
    #expect(try store.add().id.number == 2)
  }

  @Test func `a clock set back never counts below zero days`() throws {
    let id = try store.add().id
    clock.advance(days: -30)
    #expect(try store.thing(id).count.days == 0)
    #expect(try store.reset(id).startDate == clock.now())
    clock.advance(days: 30)
    #expect(try store.thing(id).count.days == 30)
  }

  @Test func `a clock out of range is refused and changes nothing`() throws {
    let thing = try store.add()
    for milliseconds in [Int64.min, DayZone.moments.upperBound + 1, .max] {
      clock.set(milliseconds: milliseconds)
      let refusals = [
        refusal { () throws(CounterError) in try store.thing(thing.id) },
        refusal { () throws(CounterError) in try store.things() },
        refusal { () throws(CounterError) in try store.add() },
        refusal { () throws(CounterError) in try store.reset(thing.id) },
        refusal { () throws(CounterError) in try store.edit(thing.id) { $0.name = "a" } },
      ]
      #expect(
        refusals == Array(repeating: .clockNotUsable(milliseconds: milliseconds), count: 5))
    }
    clock.set(milliseconds: DayZone.moments.upperBound)
    #expect(try store.things().map(\.count.days) == [2_916_330])
    #expect(try store.add().count.days == 0)
    try clock.set("2015-05-10T09:00:00Z")
    #expect(try store.thing(thing.id) == thing)
  }

  @Test func `another time zone counts other days of the same store`() throws {
    let id = try store.add().id
    try clock.set("2015-05-10T23:00:00Z")
    #expect(try store.thing(id).count.days == 0)
    #expect(try folder.things(clock, zone: "Asia/Tokyo").thing(id).count.days == 1)
  }
}

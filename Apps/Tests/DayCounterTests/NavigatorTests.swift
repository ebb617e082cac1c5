import TestSupport
import Testing

@testable import DayCounter

@Suite struct NavigatorTests {
  private let folder: ScratchFolder
  private let clock: SetClock
  private let store: ThingStore

  init() throws {
    folder = try ScratchFolder()
    clock = try SetClock()
    store = try folder.things(clock)
  }

  /// A navigator on the main view, over things of these names.
  private func main(_ names: String...) throws -> Navigator {
    for name in names { _ = try store.named(name) }
    return try Navigator(launching: store)
  }

  @Test func `without things the app opens the list, and there is no way back`() throws {
    var navigator = try Navigator(launching: store)
    #expect(navigator.view == .list)
    var error = #expect(throws: CounterError.self) { try navigator.back() }
    #expect(error == .canNotGoBack)
    let thing = try navigator.add()
    #expect(navigator.view == .edit && navigator.edited == thing.id)
    try navigator.back()
    #expect(navigator.view == .list && navigator.edited == nil)
    try navigator.back()
    #expect(navigator.view == .main)
    #expect(try navigator.shown() == thing)
    try navigator.tap()
    try navigator.delete(thing.id)
    error = #expect(throws: CounterError.self) { try navigator.back() }
    #expect(error == .canNotGoBack && navigator.view == .list)
  }

  @Test func `the main view goes through the things in the order of the list`() throws {
    var navigator = try main("a", "b", "c")
    #expect(navigator.view == .main)
    var shown: [String] = []
    for _ in 0..<4 {
      shown.append(try navigator.shown().settings.name)
      clock.advance(seconds: 3)
    }
    #expect(shown == ["a", "b", "c", "a"])
    #expect(try navigator.swipe(.right).settings.name == "c")
    clock.advance(seconds: 2)
    #expect(try navigator.swipe(.left).settings.name == "b")
    clock.advance(seconds: 2)
    #expect(try navigator.shown().settings.name == "b")
  }

  @Test func `going back to the main view shows the first thing`() throws {
    var navigator = try main("a", "b")
    clock.advance(seconds: 3)
    #expect(try navigator.shown().settings.name == "b")
    try navigator.tap()
    let edited = try navigator.edit(ThingID(1))
    #expect(edited.settings.name == "a" && navigator.view == .edit)
    _ = try store.edit(edited.id) { $0.name = "renamed" }
    try navigator.back()
    try navigator.back()
    #expect(try navigator.shown().settings.name == "renamed")
  }

  @Test func `things that another program deleted are skipped`() throws {
    var navigator = try main("a", "b", "c")
    try store.delete(ThingID(1))
    #expect(try navigator.shown().settings.name == "b")
    try store.delete(ThingID(2))
    try store.delete(ThingID(3))
    let error = #expect(throws: CounterError.self) { try navigator.shown() }
    #expect(error == .noThings)
    #expect(error?.description == "There is no thing to show: add one to the list.")
  }

  @Test func `an action of another view is refused`() throws {
    var navigator = try main("a")
    let id = ThingID(1)
    for error in [
      #expect(throws: CounterError.self) { try navigator.add() },
      #expect(throws: CounterError.self) { try navigator.back() },
      #expect(throws: CounterError.self) { try navigator.edit(id) },
      #expect(throws: CounterError.self) { try navigator.delete(id) },
    ] {
      #expect(error == .viewNotOpen(.list))
    }
    try navigator.tap()
    for error in [
      #expect(throws: CounterError.self) { try navigator.tap() },
      #expect(throws: CounterError.self) { try navigator.shown() },
      #expect(throws: CounterError.self) { try navigator.swipe(.left) },
    ] {
      #expect(error?.description == "The main view is not open.")
    }
    #expect(try store.things().count == 1)
  }
}

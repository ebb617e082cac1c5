import DayCounter
import DriverKit

/// The edit view. Its thing is the one that an `add` has opened it on, or the one at the position
/// `thing` of the list, or else the next on the list.
extension DayCounterSession {
  static let editVerbs: [Verb<DayCounterSession>] = [
    Verb("edit-view") { app, arguments in
      try arguments.allow(["thing"])
      return try app.editing(arguments) { try app.store.thing($0) }
    },
    // With `numbered`, each repetition's name has a number: "Tea 1", "Tea 2", …
    Verb("rename") { app, arguments in
      try arguments.allow(["thing", "name", "numbered"])
      var name = try arguments.text("name")
      if try arguments.boolean("numbered", default: false) {
        app.numbered += 1
        name += " \(app.numbered)"
      }
      return try app.editing(arguments) { id in try app.store.edit(id) { $0.name = name } }
    },
    Verb("set") { app, arguments in
      let change = try Change(arguments)
      return try app.editing(arguments) { id in try app.store.edit(id, change.apply) }
    },
    Verb("reset") { app, arguments in
      try arguments.allow(["thing"])
      return try app.editing(arguments) { try app.store.reset($0) }
    },
  ]

  /// A call on the thing of the edit view.
  ///
  /// Of the next things on the list the numbers differ from repetition to repetition, so they are in
  /// the digest alone.
  private func editing(
    _ arguments: Arguments, _ body: @escaping (ThingID) throws -> Thing
  ) throws -> Call {
    let isNamed = arguments.names.contains("thing")
    let added = isNamed ? nil : self.added
    let id = try added ?? listedThing(arguments)
    return Call {
      if added == nil {
        try self.openList()
        _ = try self.navigator.edit(id)
      }
      return try body(id)
    } outcome: { thing, outcome in
      outcome.fact("edited", true)
      if isNamed || added != nil {
        outcome.fact("name", thing.settings.name)
        outcome.fact("days", thing.count.days)
        outcome.fact("relation", thing.count.relation.rawValue)
        if let record = thing.record { outcome.fact("record", record) }
      }
      outcome.mix(thing)
    }
  }
}

/// A change of settings, from a step's arguments; what is not named stays.
private struct Change {
  private let wording: Wording?
  /// Outer nil: the date stays. Inner nil: days are counted from the thing's start.
  private let date: CalendarDay??
  private let colour: Colour?

  init(_ arguments: Arguments) throws {
    try arguments.allow(["thing", "wording", "date", "colour"])
    let names = Set(arguments.names)
    wording = names.contains("wording") ? try arguments.choice("wording", of: Wording.self) : nil
    if names.contains("date") {
      let text = try arguments.text("date")
      date = text == "none" ? .some(nil) : try CalendarDay(text)
    } else {
      date = .none
    }
    colour = names.contains("colour") ? try Colour(arguments.text("colour")) : nil
  }

  func apply(to settings: inout ThingSettings) {
    if let wording { settings.wording = wording }
    if let date { settings.date = date }
    if let colour { settings.colour = colour }
  }
}

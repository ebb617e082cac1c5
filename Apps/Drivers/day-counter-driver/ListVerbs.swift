import DayCounter
import DriverKit

/// The list, and the way back from it.
extension DayCounterSession {
  static let listVerbs: [Verb<DayCounterSession>] = [
    Verb("list") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.list()
      } outcome: { things, outcome in
        app.show(things)
        outcome.count(things.count)
        for thing in things { outcome.mix(thing) }
      }
    },
    // Opens the edit view on the new thing. Repeated, each has another name, which is in the digest.
    Verb("add") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.openList()
        return try app.navigator.add()
      } outcome: { thing, outcome in
        app.added = thing.id
        outcome.fact("view", app.navigator.view.rawValue)
        outcome.fact("days", thing.count.days)
        outcome.mix(thing)
      }
    },
    Verb("delete") { app, arguments in
      try arguments.allow(["thing"])
      let id = try app.listedThing(arguments)
      return Call {
        try app.openList()
        try app.navigator.delete(id)
      } outcome: { _, outcome in
        outcome.fact("deleted", true)
        outcome.mix(Int(id.number))
      }
    },
    Verb("back") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.back()
      } outcome: { _, outcome in
        outcome.fact("view", app.navigator.view.rawValue)
      }
    },
  ]
}

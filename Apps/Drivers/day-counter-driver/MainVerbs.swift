import DayCounter
import DriverKit
import DriverPictures

/// The start of the app, the main view, and time.
extension DayCounterSession {
  static let mainVerbs: [Verb<DayCounterSession>] = [
    Verb("launch") { app, arguments in
      try arguments.allow([])
      try app.end()
      return Call {
        try app.start()
      } outcome: { _, outcome in
        outcome.fact("view", app.navigator.view.rawValue)
      }
    },
    // All things are there again.
    Verb("reopen") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.end()
        try app.start()
        return try app.store.things()
      } outcome: { things, outcome in
        outcome.count(things.count)
        for thing in things { outcome.mix(thing) }
      }
    },
    Verb("advance") { app, arguments in
      try arguments.allow(["days", "seconds"])
      let seconds = try arguments.integer("seconds", default: 0)
      let days = try arguments.integer("days", default: 0)
      return Call {
        app.clock.advance(days, by: 86_400_000)
        app.clock.advance(seconds, by: 1_000)
      } outcome: { _, outcome in
        outcome.fact("days", days)
        outcome.fact("seconds", seconds)
      }
    },
    Verb("show") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.shown()
      } outcome: {
        $1.write($0)
      }
    },
    // Three seconds pass, by the source's number and not the app's, which may be wrong. Repeated, each
    // shows another thing, which is in the digest.
    Verb("tick") { app, arguments in
      try arguments.allow([])
      app.clock.advance(3, by: 1_000)
      return Call {
        try app.shown()
      } outcome: {
        $1.turned(to: $0)
      }
    },
    Verb("swipe") { app, arguments in
      try arguments.allow(["to"])
      let swipe = try arguments.choice("to", of: Rotation.Swipe.self)
      return Call {
        MainView(try app.navigator.swipe(swipe))
      } outcome: {
        $1.turned(to: $0)
      }
    },
    // The thing that is shown as a picture.
    Verb("draw") { app, arguments in
      try arguments.allow(["width", "height"])
      let width = try arguments.integer("width")
      let height = try arguments.integer("height")
      return Call {
        try Picture(app.navigator.shown()).png(width: width, height: height)
      } outcome: { bytes, outcome in
        let picture = try LookedAtPicture(png: bytes)
        outcome.fact("size", picture.size)
        picture.mix(into: &outcome)
      }
    },
  ]

  private func shown() throws -> MainView { MainView(try navigator.shown()) }
}

/// The content of the main view.
private struct MainView {
  let thing: Thing
  let headline: String
  let marks: Marks

  init(_ thing: Thing) {
    self.thing = thing
    headline = thing.count.headline(thing.settings.name)
    marks = Marks(thing.count)
  }
}

extension Outcome {
  fileprivate mutating func write(_ view: MainView) {
    fact("headline", view.headline)
    fact("days", view.thing.count.days)
    switch view.marks {
    case .tally(let tally):
      fact("bundles", tally.bundles)
      fact("strokes", tally.strokes)
    case .boxes(let count): fact("boxes", count)
    }
    mix(view.thing)
  }

  /// The numbers differ from repetition to repetition, so they are in the digest alone.
  fileprivate mutating func turned(to view: MainView) {
    fact("shown", true)
    mix(view.headline)
    mix(view.thing)
  }
}

import DriverKit
import ValueStream

/// Looking at the line.
extension ValueStreamSession {
  static let viewVerbs: [Verb<ValueStreamSession>] = [
    // By so many points; at an end of the line the view stays.
    Verb("scroll") { app, arguments in
      try arguments.allow(["by"])
      let points = Double(try arguments.integer("by"))
      return app.drawing {
        app.timeLine.scroll(by: points, over: app.editor.map.stickers)
      }
    },
    // What the map adds up to, in minutes.
    Verb("totals") { app, arguments in
      try arguments.allow([])
      return Call {
        (app.editor.map.stickers.count, app.editor.map.longestWay)
      } outcome: { map, outcome in
        let (count, totals) = map
        outcome.count(count)
        outcome.fact("lead-time", .number(totals.leadTime.value))
        outcome.fact("process-time", .number(totals.processTime.value))
        outcome.mix(totals)
      }
    },
    Verb("focus") { app, arguments in
      try arguments.allow(["position"])
      let position = try app.position(arguments)
      return app.drawing {
        try app.focus(on: position)
      }
    },
    Verb("focus-next") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        app.editor.focusNext()
        app.centre()
      }
    },
    Verb("focus-previous") { app, arguments in
      try arguments.allow([])
      return app.drawing {
        app.editor.focusPrevious()
        app.centre()
      }
    },
  ]
}

import DriverKit
import DriverProtocol

/// A small app: it counts, refuses what is told to it, and drifts.
final class CounterApp: HostedApp {
  struct Refused: CodedError {
    let code: String
    let description: String
  }

  struct Uncoded: Error, CustomStringConvertible {
    let description = "something went wrong"
  }

  static let driver = "counter-driver"

  static let verbs: [Verb<CounterApp>] = [
    Verb("add") { app, arguments in
      try arguments.allow(["amount"])
      let amount = try arguments.integer("amount")
      return Call { () -> Int in
        app.total += amount
        return amount
      } outcome: { amount, outcome in
        outcome.fact("added", .integer(amount))
      }
    },
    Verb("total") { app, _ in
      Call { () -> Int in
        app.total += 1
        return app.total
      } outcome: { total, outcome in
        outcome.fact("total", .integer(total))
        outcome.fact("app", .text("counter"))
      }
    },
    // Refused each time, each time with another text.
    Verb("refuse") { app, arguments in
      let code = arguments.text("code", default: "already-lent")
      return Call { () -> Void in
        app.total += 1
        throw Refused(code: code, description: "attempt \(app.total)")
      } outcome: { _, _ in
      }
    },
    // Carried out once, then refused.
    Verb("once") { app, arguments in
      let code = arguments.text("code", default: "used-up")
      return Call { () -> Void in
        app.total += 1
        if app.total > 1 { throw Refused(code: code, description: "There is no more.") }
      } outcome: { _, outcome in
        outcome.count(1)
      }
    },
    Verb("fail") { _, _ in
      Call { () -> Void in
        throw Uncoded()
      } outcome: { _, _ in
      }
    },
  ]

  let directory: String
  var total: Int

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["start"])
    total = try fixture.integer("start", default: 0)
    if total < 0 { throw Refused(code: "bad-fixture", description: "It starts below 0.") }
    self.directory = directory
  }
}

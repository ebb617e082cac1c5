import ChordAccounting
import DriverKit

extension ChordSession {
  static let activityVerbs: [Verb<ChordSession>] = [
    // Repeated, each adds the next entry of the dictionary, from its first on.
    Verb("add-activity") { app, arguments in
      try arguments.allow(["pos", "quantity"])
      let quantity = try arguments.text("quantity")
      let pos = Int64(try arguments.integer("pos", default: Int(app.nextPos)))
      if !arguments.names.contains("pos") { app.nextPos += 1 }
      return app.changing { try app.book.addActivity(pos, quantity: quantity) }
    },
    Verb("set-quantity") { app, arguments in
      try arguments.allow(["pos", "quantity"])
      let quantity = try arguments.text("quantity")
      let pos = try app.next("pos", arguments, in: &app.listedActivities) { $0 }
      return app.changing { try app.book.setQuantity(of: pos, to: quantity) }
    },
    Verb("remove-activity") { app, arguments in
      try arguments.allow(["pos"])
      let pos = try app.next("pos", arguments, in: &app.listedActivities) { $0 }
      return app.changing { try app.book.removeActivity(pos) }
    },
    Verb("activities") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.activities()
      } outcome: { activities, outcome in
        app.listedActivities = activities.map(\.entry.pos.number)
        outcome.count(activities.count)
        for activity in activities { outcome.mix(activity) }
      }
    },
    // What the selected project comes to, in kroner.
    Verb("totals") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.book.account()
      } outcome: { account, outcome in
        outcome.count(account.activities.count)
        outcome.fact("sum", .text("\(account.sum)"))
        outcome.fact("total", .text("\(account.total)"))
        outcome.fact("shares", account.shares.map { "\($0)" })
      }
    },
  ]

  /// A call on one activity, which differs from repetition to repetition and so is in the digest.
  private func changing(_ change: @escaping () throws -> Activity) -> Call {
    Call {
      try change()
    } outcome: { activity, outcome in
      outcome.fact("done", .bool(true))
      outcome.mix(activity)
      self.tellChanges(to: &outcome)
    }
  }
}

extension Outcome {
  fileprivate mutating func mix(_ activity: Activity) {
    mix(activity.entry)
    mix(Int(activity.quantity.hundredths))
    mix("\(activity.amount)")
  }
}

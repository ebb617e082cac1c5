import AppExchange
import DriverKit
import FieldNotes

/// The preferences, and the user's other devices.
extension NotesSession {
  static let syncVerbs: [Verb<NotesSession>] = [
    Verb("sync") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.device.account.synchronise(with: app.server)
      } outcome: { report, outcome in
        for (name, count) in [
          ("sent", report.sent), ("created", report.created), ("updated", report.updated),
          ("deleted", report.deleted), ("received", report.received),
          ("removed", report.removed), ("conflicts", report.conflicts),
          ("problems", report.problems.count),
        ] { outcome.fact(name, count) }
      }
    },
    Verb("pending") { app, arguments in
      try arguments.allow([])
      return Call {
        try app.device.book.pendingCount()
      } outcome: {
        $1.count($0)
      }
    },
    Verb("log-in") { app, arguments in
      try arguments.allow(["user", "secret"])
      let login = ServiceLogin(
        server: app.server, user: try arguments.text("user"),
        secret: try arguments.text("secret"))
      return Call {
        try app.device.account.keep(login)
      } outcome: { _, outcome in
        outcome.fact("user", login.credentials.user)
      }
    },
  ]

  /// Takes another device in hand; at first it has no notes.
  static let use = Verb<NotesSession>("use") { app, arguments in
    try arguments.allow(["device"])
    let number = try arguments.integer("device")
    return Call {
      try app.use(number)
    } outcome: { _, outcome in
      outcome.fact("device", app.inHand)
    }
  }
}

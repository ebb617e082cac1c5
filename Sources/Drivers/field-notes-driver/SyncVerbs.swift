import DriverKit
import FieldNotes
import NoteExchange
import Synchronization

/// The preferences, the network, and the user's other devices.
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
    Verb("go-offline") { app, arguments in try app.network(.offline, arguments) },
    Verb("go-online") { app, arguments in try app.network(.online, arguments) },
    // Of the next push: it reaches the server, and its answer does not come back.
    Verb("lose-answer") { app, arguments in try app.network(.losesNextAnswer, arguments) },
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

  private func network(_ state: Line.State, _ arguments: Arguments) throws -> Call {
    try arguments.allow([])
    return Call {
      self.device.line.state.withLock { $0 = state }
    } outcome: { _, outcome in
      outcome.fact("network", state.rawValue)
    }
  }
}

import DriverKit
import Inventory

extension InventorySession {
  static let loginVerbs: [Verb<InventorySession>] = [
    Verb("login") { app, arguments in
      try arguments.allow(["user", "password", "server", "unit"])
      let login = LoginInformation(
        user: try arguments.text("user"), password: try arguments.text("password"),
        server: try arguments.text("server"),
        unit: UnitWord.name(arguments.text("unit", default: UnitWord.all)))
      return Call {
        try app.client.connect(login)
      } outcome: {
        $1.write($0)
      }
    },
    Verb("edit-login") { app, arguments in
      try arguments.allow(["server", "user", "password", "unit"])
      let server = try arguments.text("server")
      return Call {
        try app.client.editLogin(server: server) { login in
          login.user = arguments.text("user", default: login.user)
          login.password = arguments.text("password", default: login.password)
          if arguments.names.contains("unit") { login.unit = app.unit(arguments) }
        }
      } outcome: {
        $1.write($0)
      }
    },
    Verb("about") { app, arguments in
      try arguments.allow([])
      return Call {
        app.client.about
      } outcome: { about, outcome in
        outcome.fact("name", .text(about.name))
        outcome.fact("version", .text(about.version))
      }
    },
  ]
}

extension Outcome {
  /// Who is connected; the token is random and known to nobody.
  fileprivate mutating func write(_ session: Session) {
    fact("user", .text(session.user))
    fact("unit", .text(session.unit.name))
    fact("shown", .text(session.shown?.name ?? UnitWord.all))
  }
}

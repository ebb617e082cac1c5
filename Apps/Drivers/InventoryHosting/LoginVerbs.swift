import DriverKit
import Inventory

extension InventorySession {
  static let loginVerbs: [Verb<InventorySession>] = [
    Verb("start") { app, arguments in
      try arguments.allow([])
      return Call {
        let client = app.restarted()
        let session = try client.start()
        let devices = try session.map { try client.devices(DeviceFilter(unit: $0.shown?.name)) }
        return (client, session, devices)
      } outcome: { started, outcome in
        let (client, session, devices) = started
        app.use(client)
        app.screen.show(devices ?? [])
        outcome.fact("view", session == nil ? "login" : "list")
        guard let session, let devices else { return }
        outcome.write(session)
        outcome.write(devices)
      }
    },
    Verb("login") { app, arguments in
      try arguments.allow(["user", "password", "server", "unit"])
      let login = LoginInformation(
        user: try arguments.text("user"), password: try arguments.text("password"),
        server: try arguments.text("server"), unit: UnitWord.unit(arguments))
      return app.connecting { try app.client.connect(login) }
    },
    Verb("demo-login") { app, arguments in
      try arguments.allow([])
      return app.connecting { try app.client.connectDemo() }
    },
    Verb("edit-login") { app, arguments in
      try arguments.allow(["server", "new-server", "user", "password", "unit"])
      let server = try arguments.text("server")
      return app.connecting {
        try app.client.editLogin(server: server) { login in
          login.server = arguments.text("new-server", default: login.server)
          login.user = arguments.text("user", default: login.user)
          login.password = arguments.text("password", default: login.password)
          if UnitWord.given(arguments) { login.unit = UnitWord.unit(arguments) }
        }
      }
    },
    Verb("about") { app, arguments in
      try arguments.allow([])
      return Call {
        app.client.about
      } outcome: { about, outcome in
        outcome.fact("name", about.name)
        outcome.fact("version", about.version)
      }
    },
    Verb("language") { app, arguments in
      try arguments.allow(["to"])
      let language = try arguments.choice("to", of: Language.self)
      return Call {
        app.language = language
      } outcome: { _, outcome in
        outcome.fact("language", language.rawValue)
      }
    },
  ]

  private func connecting(_ connect: @escaping () throws -> Session) -> Call {
    Call(connect) { session, outcome in
      outcome.write(session)
      outcome.fact("message", Phrase.loggedIn.text(in: self.language))
    }
  }
}

extension Outcome {
  /// Who is connected; the token is random and known to nobody.
  fileprivate mutating func write(_ session: Session) {
    fact("user", session.user)
    fact("unit", session.unit.name)
    fact("shown", session.shown?.name ?? UnitWord.all)
  }
}

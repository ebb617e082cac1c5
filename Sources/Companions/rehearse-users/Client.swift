import DriverKit

/// The driver: one user who sends one request after the other, or many at once.
final class Client: HostedApp {
  static let driver = "rehearse-users"
  static let verbs = [
    Verb<Client>("http") { client, arguments in
      let step = try RequestStep(arguments)
      try client.exchange.prepare(try client.user.request(step, &client.data))
      return Call {
        try client.exchange.answer()
      } outcome: { answer, outcome in
        try client.user.take(step, from: answer)
        try step.expected.show(answer, in: &outcome)
      }
    },
    Verb<Client>("users") { client, arguments in
      let load = try Load(arguments)
      let crowd = try Crowd(load, client.settings, client.values)
      return Call {
        try crowd.serve()
      } outcome: { served, outcome in
        outcome.fact("errors", served.errors.count)
        outcome.show("users", .integer(served.users))
        (outcome.latencies, outcome.places) = (served.latencies, served.places)
        outcome.requests = load.requests
        if let first = served.errors.first {
          throw UserError.failedUsers(served.errors.count, of: served.users, first: first)
        }
      }
    },
  ]

  private let settings: Settings
  private let values: Values
  private let exchange: Exchange
  private var user: User
  private var data: [String: DataRows] = [:]

  init(fixture: Arguments, directory: String) throws {
    settings = try Settings(fixture)
    values = Values(variables: CommandLine.arguments.dropFirst())
    exchange = try Exchange(settings)
    user = User(settings, values)
  }
}

import DriverKit
import DriverProtocol

/// The driver: one user who sends one request after the other, or many at once.
final class Client: HostedApp {
  static let driver = StepRequest.driver
  static let verbs = [
    Verb<Client>(StepRequest.verb) { client, arguments in
      let step = try client.step(arguments)
      try client.exchange.prepare(try client.user.request(step, &client.data))
      return Call {
        try client.exchange.answer()
      } outcome: { answer, outcome in
        try client.user.take(step, from: answer)
        try step.show(answer, in: &outcome)
      }
    },
    Verb<Client>(UserArrivals.verb) { client, arguments in
      let load = try Load(
        LineCodec.message(UserArrivals.self, in: arguments.values), inRound: Partner.round)
      let crowd = try Crowd(load, client.settings, client.values)
      return Call {
        try crowd.serve()
      } outcome: { served, outcome in
        let errors = served.errors.count
        // Of 100 users, 29 % are 28.999999999999996.
        let isTolerated = Double(errors) <= load.tolerated * Double(served.users) + 1e-6
        outcome.fact("errors", isTolerated ? 0 : errors)
        if load.tolerated > 0 { outcome.show("tolerated", .integer(errors)) }
        outcome.show("users", .integer(served.users))
        if served.sentAgain > 0 { outcome.show("sent-again", .integer(served.sentAgain)) }
        outcome.show("busy-percent", .integer(Int(100 * served.busy)))
        if let waiting = served.waiting {
          outcome.show("waiting-percent", .integer(Int(100 * waiting)))
        }
        outcome.show("lag-p99-us", .integer(served.lag))
        (outcome.latencies, outcome.places) = (served.latencies, served.places)
        outcome.requests = load.requests
        if !isTolerated, let first = served.errors.first {
          throw UserError.failedUsers(errors, of: served.users, first: first)
        }
      }
    },
  ]

  private let settings: Settings
  private let values: Values
  private let exchange: Exchange
  private var user: User
  private var data: [String: DataRows] = [:]
  /// The last step, which may be repeated.
  private var last: (arguments: [String: Scalar], step: RequestStep)?

  init(fixture: Arguments, directory: String) throws {
    settings = try Settings(fixture)
    values = Values(variables: CommandLine.arguments.dropFirst())
    exchange = try Exchange(settings)
    user = User(settings, values)
  }

  private func step(_ arguments: Arguments) throws -> RequestStep {
    if let last, last.arguments == arguments.values { return last.step }
    let step = try RequestStep(LineCodec.message(StepRequest.self, in: arguments.values))
    last = (arguments.values, step)
    return step
  }
}

public import AppExchange
public import DriverKit
import Synchronization

/// What lies between an app and its servers, and breaks when a story says so.
public final class Network: Sendable {
  fileprivate enum State: String {
    case online, offline
    case losesNextAnswer = "loses-next-answer"
  }

  fileprivate let state = Mutex(State.online)

  /// A network that is not broken.
  public init() {}

  /// The way to a server, through this network.
  public func line(to route: any ExchangeRoute) -> any ExchangeRoute {
    Line(network: self, route: route)
  }

  /// The verbs that break an app's network, and mend it.
  public static func verbs<App>(
    _ network: @escaping @Sendable (App) throws -> Network
  ) -> [Verb<App>] {
    [
      verb("go-offline", .offline, network), verb("go-online", .online, network),
      // Of the next change: it reaches the server, and its answer does not come back.
      verb("lose-answer", .losesNextAnswer, network),
    ]
  }

  private static func verb<App>(
    _ name: String, _ state: State, _ network: @escaping @Sendable (App) throws -> Network
  ) -> Verb<App> {
    Verb(name) { app, arguments in
      try arguments.allow([])
      let network = try network(app)
      return Call {
        network.state.withLock { $0 = state }
      } outcome: { _, outcome in
        outcome.fact("network", state.rawValue)
      }
    }
  }
}

private struct Line: ExchangeRoute {
  let network: Network
  let route: any ExchangeRoute

  func answer(to request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeResponse {
    let now = network.state.withLock { $0 }
    if now == .offline { throw .notReached(reason: "the story is offline") }
    let response = try route.answer(to: request)
    // Of a request that changes something there.
    guard now == .losesNextAnswer, request.method != "GET" else { return response }
    network.state.withLock { $0 = .online }
    throw .cutOff(reason: "the story has lost the answer")
  }
}

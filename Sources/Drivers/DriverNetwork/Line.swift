public import AppExchange
public import DriverKit
import Synchronization

/// A way to the server that breaks when a story says so.
public final class Line: ExchangeRoute {
  private enum State: String {
    case online, offline
    case losesNextAnswer = "loses-next-answer"
  }

  private let state = Mutex(State.online)
  private let route: any ExchangeRoute

  /// A line that is not broken.
  public init(_ route: any ExchangeRoute) { self.route = route }

  /// Asks, and waits for the answer.
  public func answer(to request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeResponse {
    let now = state.withLock { $0 }
    if now == .offline { throw .notReached(reason: "the story is offline") }
    let response = try route.answer(to: request)
    // Of a request that changes something there.
    guard now == .losesNextAnswer, request.method != "GET" else { return response }
    state.withLock { $0 = .online }
    throw .cutOff(reason: "the story has lost the answer")
  }

  /// The verbs that break a line, and mend it.
  public static func verbs<App>(
    _ line: @escaping @Sendable (App) throws -> Line
  ) -> [Verb<App>] {
    [
      verb("go-offline", .offline, line), verb("go-online", .online, line),
      // Of the next change: it reaches the server, and its answer does not come back.
      verb("lose-answer", .losesNextAnswer, line),
    ]
  }

  private static func verb<App>(
    _ name: String, _ state: State, _ line: @escaping @Sendable (App) throws -> Line
  ) -> Verb<App> {
    Verb(name) { app, arguments in
      try arguments.allow([])
      let line = try line(app)
      return Call {
        line.state.withLock { $0 = state }
      } outcome: { _, outcome in
        outcome.fact("network", .text(state.rawValue))
      }
    }
  }
}

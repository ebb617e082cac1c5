import DriverProtocol
import Recording
import Scenarios
import SystemPackage

/// A request before or after the steps, and the check of its answer.
enum Handshake {
  /// The greeting: the driver speaks the same protocol and knows all verbs.
  case greeting
  /// The preparation of the fixture, in this directory.
  case preparation(FilePath)
  case farewell

  func request(of scenario: Scenario) -> Request {
    switch self {
    case .greeting: .hello(version: driverProtocolVersion)
    case .preparation(let directory):
      .prepare(fixture: scenario.fixture, directory: directory.string)
    case .farewell: .bye
    }
  }

  /// Checks the answer.
  /// - Throws: `RunFailure` if it is wrong.
  func check(_ reply: Reply, to scenario: Scenario) throws(RunFailure) {
    switch self {
    case .greeting: try Self.checkGreeting(reply, of: scenario)
    case .preparation:
      guard reply.ok else {
        let reason = reply.error?.message
        // What sends requests makes no fixture of the app.
        throw scenario.isOfRequests
          ? RunFailure.notMeasured(reason ?? "Nothing can send the requests.")
          : .fixtureRefused(reason)
      }
    case .farewell:
      guard reply.ok else { throw .farewellRefused }
    }
  }

  private static func checkGreeting(_ reply: Reply, of scenario: Scenario) throws(RunFailure) {
    // It comes in a package of its own.
    if scenario.isOfRequests, reply.driver != StepRequest.driver {
      throw .otherClient(reply.driver)
    }
    guard reply.ok, reply.protocol == driverProtocolVersion else {
      throw .otherProtocol(reply.protocol)
    }
    guard let verbs = reply.verbs else { return }
    for story in scenario.stories {
      for step in story.steps where !verbs.contains(step.verb) {
        throw .unknownVerb(step.verb, of: reply.driver, knowing: verbs).at(step, of: story.name)
      }
    }
  }
}

import DriverProtocol
import Recording
import Scenarios
import SystemPackage

/// A request to a driver before or after its steps, with the check of its answer.
enum Handshake {
  /// The greeting: both speak the same protocol, and the driver knows all verbs.
  case greeting
  /// The fixture, in this directory.
  case preparation(FilePath)
  /// The end.
  case farewell

  /// The request.
  func request(of scenario: Scenario) -> Request {
    switch self {
    case .greeting: .hello(version: driverProtocolVersion)
    case .preparation(let directory):
      .prepare(fixture: scenario.fixture, directory: directory.string)
    case .farewell: .bye
    }
  }

  /// Checks the answer.
  /// - Throws: `RunFailure` where it is not what it has to be.
  func check(_ reply: Reply, to scenario: Scenario) throws(RunFailure) {
    switch self {
    case .greeting: try Self.checkGreeting(reply, of: scenario)
    case .preparation:
      guard reply.ok else { throw .fixtureRefused(reply.error?.message) }
    case .farewell:
      guard reply.ok else { throw .farewellRefused }
    }
  }

  private static func checkGreeting(
    _ reply: Reply, of scenario: Scenario
  ) throws(RunFailure) {
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

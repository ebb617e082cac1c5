import DriverProtocol
import Recording
import Scenarios
import SystemPackage

/// What a driver is asked before and after its steps, and what its answer has to be.
enum Formality {
  /// Whether both speak the same protocol, and the driver knows all verbs.
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
  /// - Throws: ``RunFailure`` where it is not what it has to be.
  func check(_ reply: Reply, to scenario: Scenario) throws(RunFailure) {
    switch self {
    case .greeting: try Self.checkGreeting(reply, of: scenario)
    case .preparation:
      guard reply.ok else {
        throw RunFailure(
          reason: .notPrepared,
          message: "The driver refused the fixture: \(reply.error?.message ?? "it gave no reason")"
            .asSentence)
      }
    case .farewell:
      guard reply.ok else {
        throw RunFailure(reason: .protocolBroken, message: "The driver refused to end.")
      }
    }
  }

  private static func checkGreeting(
    _ reply: Reply, of scenario: Scenario
  ) throws(RunFailure) {
    guard reply.ok, reply.protocol == driverProtocolVersion else {
      throw RunFailure(
        reason: .protocolBroken,
        message: """
          The driver speaks protocol version \(reply.protocol.map(String.init) ?? "unknown"), \
          Rehearse version \(driverProtocolVersion).
          """)
    }
    guard let verbs = reply.verbs else { return }
    for step in scenario.stories.flatMap(\.steps) where !verbs.contains(step.verb) {
      let near = NearestName.of(step.verb, among: verbs).map { " Did you mean '\($0)'?" } ?? ""
      throw RunFailure(
        reason: .wrongOutcome,
        message: """
          The driver \(reply.driver.map { "'\($0)' " } ?? "")has no verb '\(step.verb)'; it knows \
          \(verbs.sorted().joined(separator: ", ")).\(near)
          """)
    }
  }
}

public import DriverKit
import Foundation

/// A service that the scenario has beside the driver.
public struct ServicePort: Hashable, Sendable {
  /// As the scenario calls it.
  public let name: String
  /// Where it listens, at 127.0.0.1.
  public let port: UInt16

  /// The service of a name, whose port the harness says in the environment.
  /// - Throws: ``NoService``.
  public init(_ name: String) throws(NoService) {
    let variable = name.uppercased().replacing("-", with: "_") + "_PORT"
    guard let port = ProcessInfo.processInfo.environment[variable].flatMap(UInt16.init) else {
      throw NoService(name: name, variable: variable)
    }
    (self.name, self.port) = (name, port)
  }

  /// Its address as a server of HTTP.
  public var address: String { "http://127.0.0.1:\(port)" }
}

/// The scenario has no service to go to.
public struct NoService: CodedError {
  let name: String
  let variable: String

  /// `no-service`.
  public var code: String { "no-service" }

  /// The service and what is missing.
  public var description: String {
    "There is no service to go to: \(variable) is not set, so the scenario has no service called "
      + "'\(name)'."
  }
}

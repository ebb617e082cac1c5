import DriverProtocol
import Recording
import Scenarios
import SystemPackage

/// Failures at a service's start and end.
extension RunFailure {
  static func serviceNotExecuted(_ name: String, _ program: String, _ errno: Errno) -> RunFailure {
    RunFailure(
      reason: .notStarted,
      message: "The service '\(name)': \(program) could not be executed: \(errno).")
  }

  /// The file that is to show that a service is ready is there before it starts, so nothing would wait for it.
  static func signBeforeService(_ name: String, _ path: String) -> RunFailure {
    RunFailure(
      reason: .notStarted,
      message:
        "The service '\(name)' was not started: '\(path)' is to show that it is ready, and exists "
        + "already.")
  }

  static func serviceNotReady(
    _ name: String, _ readiness: Service.Readiness, _ port: UInt16?, within limit: Duration
  ) -> RunFailure {
    let missing =
      switch readiness {
      case .port: "nobody listens on port \(port.map(String.init) ?? "?")"
      case .line(let text): "it has printed no line with '\(text)'"
      case .file(let path): "there is no file '\(path)' in its folder"
      }
    return RunFailure(
      reason: .timedOut,
      message: "The service '\(name)' was not ready within \(limit.formattedSeconds): \(missing).")
  }

  /// The service ended by itself, at a moment such as `before it was ready`.
  static func serviceEnded(_ name: String, _ ending: DriverEnding, _ moment: String) -> RunFailure {
    switch ending {
    // Mostly one that goes on in the background, where it is not measured.
    case .exited(0):
      .exited("The service '\(name)'", with: 0, "\(moment); it has to stay in the foreground")
    case .exited(let code): .exited("The service '\(name)'", with: code, moment)
    case .killed(let signal): .crashed("The service '\(name)'", by: signal, moment)
    case .outlasted(let patience):
      .notEnded("The service '\(name)'", within: patience, after: "SIGTERM")
    case .unknown:
      notMeasured("The launcher was ended, and the service '\(name)' with it, \(moment).")
    }
  }

  /// The same failure with the end of what a process printed.
  func quoting(_ printed: String) -> RunFailure {
    var failure = self
    failure.standardError = printed
    return failure
  }
}

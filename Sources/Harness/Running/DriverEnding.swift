import Glibc
import Recording

/// How a driver's process ended.
enum DriverEnding: Equatable {
  /// It exited with this status.
  case exited(Int32)
  /// This signal, not sent by Rehearse, ended it.
  case killed(Int32)
  /// It was killed because it did not end within this time.
  case outlasted(Duration)
  /// The launcher was ended before it could tell, and the driver with it.
  case unknown

  /// What the launcher's last report says.
  /// - Parameter patience: how long the driver was given before it was killed; nil where it was
  ///   not killed.
  init(_ report: LauncherReport, patience: Duration?) {
    switch (report, patience) {
    case (.exited(let code, _), _): self = .exited(code)
    case (.killed(SIGKILL, _), let patience?): self = .outlasted(patience)
    case (.killed(let signal, _), _): self = .killed(signal)
    default: self = .unknown
    }
  }

  /// The failure of a run that ended so too early.
  /// - Parameters:
  ///   - moment: as in `before it answered`.
  ///   - closed: what let it seem to have ended.
  func failure(_ moment: String, closing closed: String = "standard output") -> RunFailure {
    switch self {
    case .exited(let code):
      RunFailure(
        reason: .exited, message: "The driver exited with status \(code) \(moment).",
        exitCode: code)
    case .killed(let signal):
      RunFailure(
        reason: .crashed, message: "The driver was ended by \(signalName(signal)) \(moment).",
        signal: signal)
    case .outlasted:
      RunFailure(
        reason: .protocolBroken,
        message: "The driver closed its \(closed) \(moment), and lived on.")
    case .unknown:
      RunFailure(
        reason: .exited, message: "The launcher was ended, and the driver with it, \(moment).")
    }
  }
}

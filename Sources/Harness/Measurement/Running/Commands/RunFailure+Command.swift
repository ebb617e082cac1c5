import DriverProtocol
import Glibc
import Recording
import SystemPackage

/// Failures to start a command.
extension RunFailure {
  static func notExecuted(_ command: String, _ errno: Errno) -> RunFailure {
    let isPath = command.contains("/")
    let reason =
      switch errno {
      case .noSuchFileOrDirectory where !isPath: "was not found in PATH"
      case .noSuchFileOrDirectory where access(command, F_OK) == 0:
        "can't be executed: the interpreter or loader that it names does not exist"
      case .noSuchFileOrDirectory: "does not exist"
      case .permissionDenied: "may not be executed"
      default: "can't be executed: \(errno)"
      }
    return RunFailure(reason: .notStarted, message: "The program '\(command)' \(reason).")
  }
}

/// Failures of a command that was started.
extension RunFailure {
  static let launcherLost = notMeasured(
    "The launcher was ended before it could report the command's end.")

  static func timedOut(after limit: Duration) -> RunFailure {
    RunFailure(
      reason: .timedOut,
      message: "The command timed out after \(limit.formattedSeconds) (--time-limit).")
  }

  /// The same failure if processes of the command may still run.
  var leavingProcesses: RunFailure {
    var failure = self
    failure.message +=
      " The command could not be ended in time, for example because it runs as another user: some of its "
      + "processes may be left."
    return failure
  }
}

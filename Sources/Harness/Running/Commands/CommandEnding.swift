import Glibc
import Recording
import SystemPackage

/// How a command ended, and what it used.
struct CommandEnding {
  let started: StartedCommand
  let exit: Exit
  let usage: CommandUsage
  /// What its control group was charged with; nil where that is not known.
  let charge: RunCharge?

  enum Exit: Equatable {
    /// It exited with this status.
    case status(Int32)
    /// This signal, not sent by Rehearse, ended it.
    case signal(Int32)
  }

  /// Why this is a failure, or nil where the command exited with 0.
  /// - Parameters:
  ///   - subject: as in `The command`.
  ///   - standardError: the last that it wrote there.
  func failure(of subject: String, standardError: String) -> RunFailure? {
    switch exit {
    case .status(0): nil
    case .status(let status):
      RunFailure(
        reason: .exited, message: "\(subject) exited with status \(status).",
        exitCode: status, standardError: standardError)
    case .signal(let signal):
      RunFailure(
        reason: .crashed, message: "\(subject) was ended by \(signalName(signal)).",
        signal: signal, standardError: standardError)
    }
  }
}

extension RunFailure {
  /// A command that the kernel did not execute.
  static func notExecuted(_ command: String, _ errno: Errno) -> RunFailure {
    let isPath = command.contains("/")
    let reason =
      switch errno {
      case .noSuchFileOrDirectory where !isPath: "is in no folder of PATH"
      case .noSuchFileOrDirectory where access(command, F_OK) == 0:
        "can't be executed: the interpreter or loader that it names is not there"
      case .noSuchFileOrDirectory: "is not there"
      case .permissionDenied: "may not be executed"
      default: "can't be executed: \(errno)"
      }
    return RunFailure(reason: .notStarted, message: "The program '\(command)' \(reason).")
  }
}

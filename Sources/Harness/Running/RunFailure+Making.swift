import Costs
import Recording
import Sampling
import Scenarios
import SystemPackage

extension RunFailure {
  /// Rehearse was asked to stop.
  static let interrupted = RunFailure(
    reason: .interrupted, message: "Rehearse was asked to stop.")

  /// Returns the failure of a run that lacks what it means nothing without.
  static func notMeasured(_ message: String) -> RunFailure {
    RunFailure(reason: .notMeasured, message: message)
  }

  /// Something of /proc could not be read.
  static func notMeasured(_ error: SamplingError) -> RunFailure {
    var failure = notMeasured(error.description)
    failure.meansGone = error.meansGone
    return failure
  }

  /// The system had no room for another process.
  static func noProcess(_ errno: Errno) -> RunFailure {
    notMeasured("The system refused another process: \(errno).")
  }

  /// The other run of the pair failed.
  static func twinFailed(_ failure: RunFailure, on build: String) -> RunFailure {
    RunFailure(
      reason: .twinFailed,
      message: "Ended, because the run on '\(build)' beside it failed: \(failure.message)",
      step: failure.step)
  }

  /// The same, at this step.
  func at(_ step: Step, of story: String) -> RunFailure {
    var failure = self
    failure.step = "\(story): \(step.label)"
    return failure
  }

  /// The same, at the end of the conversation.
  var atFarewell: RunFailure {
    var failure = self
    failure.step = "bye"
    return failure
  }
}

extension RunFailure {
  /// The same; of a time-out with how much of the time the process was stopped by a signal, because
  /// then it may not have been slow at all.
  /// - Parameters:
  ///   - stopped: ns.
  ///   - subject: as in `The command`.
  func telling(stopped: Int64, of subject: String) -> RunFailure {
    guard reason == .timedOut, stopped > 0 else { return self }
    var failure = self
    // As exact as samples are apart.
    let time = Duration.milliseconds(stopped / 10_000_000 * 10).formattedSeconds
    failure.message += " \(subject) was stopped by a signal for \(time) of it."
    return failure
  }
}

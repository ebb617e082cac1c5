import Recording
import Sampling
import Scenarios

extension RunFailure {
  /// Rehearse was told to stop.
  static let interrupted = RunFailure(
    reason: .interrupted, message: "Rehearse was told to stop.")

  /// What a run means nothing without could not be had.
  static func notMeasured(_ message: String) -> RunFailure {
    RunFailure(reason: .notMeasured, message: message)
  }

  /// Something of /proc could not be read.
  static func notMeasured(_ error: SamplingError) -> RunFailure {
    var failure = notMeasured(error.description)
    failure.meansGone = error.meansGone
    return failure
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

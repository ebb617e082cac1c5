import DriverProtocol
import Recording
import Sampling
import Scenarios
import SystemPackage

extension RunFailure {
  static let interrupted = RunFailure(reason: .interrupted, message: "Rehearse was asked to stop.")

  static func notMeasured(_ message: String) -> RunFailure {
    RunFailure(reason: .notMeasured, message: message)
  }

  static func notMeasured(_ error: SamplingError) -> RunFailure {
    var failure = notMeasured(error.description)
    failure.meansGone = error.meansGone
    return failure
  }

  static func noProcess(_ errno: Errno) -> RunFailure {
    notMeasured("The system refused another process: \(errno.withLimits).")
  }

  static func noDirectory(in folder: FilePath, _ errno: Errno) -> RunFailure {
    notMeasured("No directory could be made in \(folder): \(errno).")
  }

  static func launcherNotStarted(_ path: FilePath, _ error: any Error) -> RunFailure {
    let reason = (error as? Errno)?.withLimits ?? "\(error)"
    return notMeasured("\(path) could not be started: \(reason).")
  }

  /// The launcher ended, or sent an unknown report, before there was a process of a subject such as `the driver`.
  static func launcherLost(before subject: String) -> RunFailure {
    notMeasured("The launcher ended before it started \(subject).")
  }

  /// The system refused a setting of the process of a subject such as `the driver`.
  static func refused(
    _ setting: LaunchSetting.Name, of subject: String, _ errno: Errno
  ) -> RunFailure {
    let what =
      switch setting {
      case .group: "\(subject) a control group"
      case .ownGroup: "the launcher a control group"
      case .cpu: "to keep \(subject) on one CPU"
      case .slice: "\(subject) fine time slices"
      case .realTime: "\(subject) the real-time class"
      case .fixedAddresses: "to fix \(subject)'s addresses"
      }
    return notMeasured("The system refused \(what): \(errno).")
  }
}

extension Errno {
  /// The error in words, with the limit on processes if that is the cause.
  fileprivate var withLimits: String {
    self == .resourceTemporarilyUnavailable
      ? "\(self) ('ulimit -u', or a control group's pids.max, allows no more processes)" : "\(self)"
  }
}

/// Failures of a process that was started: of a subject such as `The driver`, at a moment such as `before it answered`.
extension RunFailure {
  /// It exited with a status that it should not have, or too early. `standardError` is the end of what it wrote there.
  static func exited(
    _ subject: String, with status: Int32, _ moment: String? = nil, standardError: String = ""
  ) -> RunFailure {
    RunFailure(
      reason: .exited,
      message: "\(subject) exited with status \(status)\(moment.map { " \($0)" } ?? "").",
      exitCode: status, standardError: standardError)
  }

  /// A signal that Rehearse did not send ended it. `standardError` is the end of what it wrote there.
  static func crashed(
    _ subject: String, by signal: EndingSignal, _ moment: String? = nil, standardError: String = ""
  ) -> RunFailure {
    RunFailure(
      reason: .crashed,
      message: "\(subject) was ended by \(signal.name)\(moment.map { " \($0)" } ?? "").",
      signal: signal.number, standardError: standardError)
  }

  /// It did not end within this time after a request such as `'bye'`, and was killed.
  static func notEnded(
    _ subject: String, within patience: Duration, after request: String
  ) -> RunFailure {
    RunFailure(
      reason: .timedOut,
      message: "\(subject) had not ended \(patience.formattedSeconds) after \(request).")
  }
}

/// The same failure with more details.
extension RunFailure {
  func at(_ step: Step, of story: String) -> RunFailure {
    var failure = self
    failure.step = StepName(step.label, of: story)
    return failure
  }

  func at(_ step: StepRecord) -> RunFailure {
    var failure = self
    failure.step = StepName(step.label, of: step.story)
    return failure
  }

  /// The step of failures at the end of the conversation.
  static let farewell = StepName("bye", of: nil)

  var atFarewell: RunFailure {
    var failure = self
    failure.step = Self.farewell
    return failure
  }

  /// The same failure. A time-out says how long a subject such as `The command` was stopped by a signal (ns), because
  /// then it may not have been slow at all.
  func mentioning(stopped: Int64, of subject: String) -> RunFailure {
    guard reason == .timedOut, stopped > 0 else { return self }
    var failure = self
    // As precise as the sampling interval.
    let time = Duration.milliseconds(stopped / 10_000_000 * 10).formattedSeconds
    failure.message += " \(subject) was stopped by a signal for \(time) of it."
    return failure
  }
}

/// Failures of pairs, and differences from earlier runs.
extension RunFailure {
  static func twinFailed(_ failure: RunFailure, on build: String) -> RunFailure {
    RunFailure(
      reason: .twinFailed,
      message: "Ended, because the run on '\(build)' beside it failed: \(failure.message)",
      step: failure.step)
  }

  /// Rehearse could not move above the pair's runs.
  static func classNotEntered(_ errno: Errno) -> RunFailure {
    notMeasured("Rehearse could not enter the real-time class: \(errno).")
  }

  /// The kernel refused to stop or resume one side of a gang.
  static func notHeld(_ errno: Errno) -> RunFailure {
    notMeasured(
      "The processes of one side could not be held while the other ran: \(errno). 'arrangement: back-to-back' "
        + "holds none.")
  }

  /// A step's digest differs from an earlier run on the same build; the round is that run's, as named in tables.
  static func notRepeated(_ digest: String, after earlier: String, inRun round: Int) -> RunFailure {
    RunFailure(
      reason: .notRepeated,
      message: """
        Led to digest \(digest); run \(round), on the same build, had led to \
        \(earlier). The outcome does not repeat.
        """)
  }

  static func outcomesDiffer(
    _ run: (build: String, digest: String),
    from earlier: (build: String, digest: String, round: Int)
  ) -> RunFailure {
    RunFailure(
      reason: .outcomesDiffer,
      message: """
        The builds differ in their outcome: '\(earlier.build)' led to digest \(earlier.digest) \
        (run \(earlier.round)), '\(run.build)' to \(run.digest). The scenario's 'expect' allows \
        both, so it is not known which of them is wrong.
        """)
  }
}

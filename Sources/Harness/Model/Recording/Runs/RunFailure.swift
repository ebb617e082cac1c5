import Statistics

/// The reason why a run failed, with everything that helps to investigate: a value of the run's record, which
/// is thrown only up to where the run ends.
public struct RunFailure: Error, Sendable, Equatable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The driver could not be executed.
    case notStarted = "not-started"
    /// The driver uses another version of the protocol, or wrote something that is no message.
    case protocolBroken = "protocol-broken"
    /// The driver refused the fixture.
    case notPrepared = "not-prepared"
    /// The process ended by itself within a step.
    case exited
    /// A signal ended the process.
    case crashed
    /// The driver does not know a verb of the scenario.
    case unknownVerb = "unknown-verb"
    /// A step took longer than its limit.
    case timedOut = "timed-out"
    /// A step had an unexpected outcome.
    case wrongOutcome = "wrong-outcome"
    /// A step was refused, or was not refused as expected.
    case wrongRefusal = "wrong-refusal"
    /// A step had another outcome than in an earlier run on the same build.
    case notRepeated = "not-repeated"
    /// Builds had different outcomes, and it is unknown which is right.
    case outcomesDiffer = "outcomes-differ"
    /// Rehearse could not do its part: read a file of /proc, start its launcher, create a directory.
    case notMeasured = "not-measured"
    /// Rehearse was asked to stop.
    case interrupted
    /// The other run of its pair failed, so this one was ended: it did nothing wrong.
    case twinFailed = "twin-failed"

    /// A Boolean value indicating whether the run itself failed, rather than being ended for an outside
    /// reason.
    public var isItsOwn: Bool { self != .interrupted && self != .twinFailed }

    /// A Boolean value indicating whether a step had a wrong outcome or refusal.
    public var isOfOutcome: Bool { [.wrongOutcome, .wrongRefusal, .notRepeated].contains(self) }
  }

  /// The kind.
  public var reason: Reason
  /// The failure, in words.
  public var message: String
  /// The step at which it happened, or nil before the first.
  public var step: StepName?
  /// The signal that ended the process, or nil.
  public var signal: Int32?
  /// The status with which the process exited, or nil.
  public var exitCode: Int32?
  /// The last output of the process on standard error.
  public var standardError: String
  /// A Boolean value indicating whether it was noticed because the process was gone, so that its ending is
  /// the reason. Only during the run: what is stored has the reason.
  public var meansGone = false
  /// A Boolean value indicating whether the driver wrote something that was not meant as a reply. Only during
  /// the run, as above.
  public var isStrayOutput = false
  /// The reason why nothing was counted, as part of a sentence, if the driver said that it counts no
  /// instructions. Only during the run, as above.
  public var countRefusal: String?

  /// A failure.
  public init(
    reason: Reason, message: String, step: StepName? = nil, signal: Int32? = nil,
    exitCode: Int32? = nil, standardError: String = ""
  ) {
    self.reason = reason
    self.message = message
    self.step = step
    self.signal = signal
    self.exitCode = exitCode
    self.standardError = standardError
  }

  /// The message, as part of a sentence.
  public var clause: String { message.withoutFullStop }
}

/// A step as a failure names it. Stores keep it as its text.
public struct StepName: Sendable, Hashable, LosslessStringConvertible {
  /// The step's story; nil at the end of the conversation, which is of none.
  public let story: String?
  /// The step in a line.
  public let label: String

  /// A step of a story.
  public init(_ label: String, of story: String?) {
    self.story = story
    self.label = label
  }

  /// Reads a text such as `list: list filter=all`. No story's name has a colon.
  public init(_ text: String) {
    let end = text.firstRange(of: ": ")
    self.init(
      end.map { String(text[$0.upperBound...]) } ?? text,
      of: end.map { String(text[..<$0.lowerBound]) })
  }

  /// The label after the story's name.
  public var description: String { story.map { "\($0): \(label)" } ?? label }
}

extension Run {
  /// The failure, if it is about the replayed story: nil if the run was ended for an outside reason, or if an
  /// instrument failed that other runs don't need.
  ///
  /// An app may fail under a counter that works otherwise. If addresses can't be fixed, memory is measured
  /// over pairs. If allocations can't be counted, nothing is said about retention. A control is an instrument
  /// of the check.
  public var storyFailure: RunFailure? {
    guard let failure, failure.reason.isItsOwn, !kind.isCount, kind != .control,
      ![.fixedAddresses, .cycles].contains(kind) || failure.reason != .notMeasured
    else { return nil }
    return failure
  }

  /// The failure, if a counter of instructions or allocations failed, or the app under it.
  public var countingFailure: RunFailure? {
    guard kind.isCount, let failure, failure.reason.isItsOwn else { return nil }
    return failure
  }

  /// The failure, if the allocations of its cycles could not be counted.
  public var cycleFailure: RunFailure? {
    guard kind == .cycles, let failure, failure.reason == .notMeasured else { return nil }
    return failure
  }
}

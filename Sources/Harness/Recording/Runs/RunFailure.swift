/// Why a run failed, with all that helps to find out more.
public struct RunFailure: Error, Sendable, Equatable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The driver could not be executed.
    case notStarted = "not-started"
    /// The driver speaks another version of the protocol, or wrote what is no message.
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
    /// A step was carried out, and led to something else than expected.
    case wrongOutcome = "wrong-outcome"
    /// A step was refused, or was not where that was expected.
    case wrongRefusal = "wrong-refusal"
    /// A step led to something else than in an earlier run on the same build.
    case notRepeated = "not-repeated"
    /// Builds led to different outcomes, and nothing says which of them is right.
    case outcomesDiffer = "outcomes-differ"
    /// Rehearse could not do its part: read a file of /proc, start its launcher, make a directory.
    case notMeasured = "not-measured"
    /// Rehearse was asked to stop.
    case interrupted
    /// The other run of its pair failed, and this one was ended: it did nothing wrong.
    case twinFailed = "twin-failed"

    /// A Boolean value indicating whether the run itself failed, rather than being ended for what
    /// lay outside it.
    public var isItsOwn: Bool { self != .interrupted && self != .twinFailed }

    /// A Boolean value indicating whether a step did not lead to what it has to.
    public var isOfOutcome: Bool { [.wrongOutcome, .wrongRefusal, .notRepeated].contains(self) }
  }

  /// The kind.
  public var reason: Reason
  /// The failure, in words.
  public var message: String
  /// The step at which it happened, or nil before the first.
  public var step: String?
  /// The signal that ended the process, or nil.
  public var signal: Int32?
  /// The status with which the process exited, or nil.
  public var exitCode: Int32?
  /// The last that the process wrote on standard error.
  public var standardError: String
  /// A Boolean value indicating whether it was seen by the process being gone, so that how it ended
  /// is the reason. Only while the run is made: what is stored has the reason.
  public var meansGone = false
  /// A Boolean value indicating whether the driver wrote what was never meant as a reply. Only while the run
  /// is made, as before.
  public var isStrayOutput = false
  /// Why nothing was counted, to stand within a sentence, where the driver said that it counts no
  /// instructions. Only while the run is made, as before.
  public var countRefusal: String?

  /// A failure.
  public init(
    reason: Reason, message: String, step: String? = nil, signal: Int32? = nil,
    exitCode: Int32? = nil, standardError: String = ""
  ) {
    (self.reason, self.message, self.step, self.signal) = (reason, message, step, signal)
    (self.exitCode, self.standardError) = (exitCode, standardError)
  }

  /// The message, to stand within a sentence.
  public var clause: String { message.hasSuffix(".") ? String(message.dropLast()) : message }
}

extension Run {
  /// Its failure, where that is one of the story that it replays: not where it was ended for what lay
  /// outside it, nor where what failed is an instrument that other runs do without.
  ///
  /// Under a counter an app may fail that is well by itself, and who can't fix a process's addresses
  /// measures its memory over pairs. Whose allocations can't be counted is not said to retain any. A control
  /// is an instrument of the check.
  public var storyFailure: RunFailure? {
    guard let failure, failure.reason.isItsOwn, !kind.isCount, kind != .control,
      ![.fixedAddresses, .cycles].contains(kind) || failure.reason != .notMeasured
    else { return nil }
    return failure
  }

  /// Its failure, where a counter of instructions or of allocations failed, or the app under it.
  public var countingFailure: RunFailure? {
    guard kind.isCount, let failure, failure.reason.isItsOwn else { return nil }
    return failure
  }

  /// Its failure, where the allocations of its cycles could not be counted.
  public var cycleFailure: RunFailure? {
    guard kind == .cycles, let failure, failure.reason == .notMeasured else { return nil }
    return failure
  }
}

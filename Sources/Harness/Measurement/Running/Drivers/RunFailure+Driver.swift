import DriverProtocol
import Recording
import Scenarios
import Statistics
import SystemPackage

/// Failures at a driver's start and end.
extension RunFailure {
  static func driverNotExecuted(_ program: String, _ errno: Errno) -> RunFailure {
    RunFailure(reason: .notStarted, message: "\(program) could not be executed: \(errno).")
  }

  /// The driver closed a stream such as `standard output`, as if it had ended, at a moment such as
  /// `before it answered`, but kept running.
  static func driverKeptRunning(closing closed: String, _ moment: String) -> RunFailure {
    RunFailure(
      reason: .protocolBroken,
      message: "The driver closed its \(closed) \(moment), and kept running.")
  }

  /// The same failure if Rehearse's own program is the driver: its end, and what it says badly, tell nothing of the
  /// app. Without an answer within a step that is the app's, since a service may be silent.
  var ofOwnProgram: RunFailure {
    switch reason {
    case .exited, .crashed, .protocolBroken, .unknownVerb: break
    case .timedOut where step == nil || step == Self.farewell: break
    default: return self
    }
    var failure = self
    failure.reason = .notMeasured
    failure.message.replace("The driver ", with: "\(StepRequest.program) ", maxReplacements: 1)
    return failure
  }
}

/// Failures of requests and replies.
extension RunFailure {
  static func requestNotSent(_ error: any Error) -> RunFailure {
    notMeasured("The request could not be sent: \(error).")
  }

  /// The driver did not answer within this time; the silence is what could be seen of it then.
  static func noAnswer(within limit: Duration, _ silence: DriverSilence) -> RunFailure {
    let cause =
      switch silence {
      case .requestUnread: " The driver has not read the request."
      case .lineUnfinished(let rest): " What it wrote has no line feed: \(quoted(rest))."
      case .waitsForRequest:
        " The driver read the request, printed nothing and waits for the next one: does it flush "
          + "its standard output after each reply?"
      case .unknown: ""
      }
    return RunFailure(
      reason: .timedOut, message: "No answer within \(limit.formattedSeconds).\(cause)")
  }

  static func endlessLine(_ line: [UInt8], above limit: Int) -> RunFailure {
    protocolBroken("wrote more than \(limit) bytes without a line feed", line)
  }

  static func noReply(_ line: [UInt8], _ reason: String) -> RunFailure {
    protocolBroken(
      "wrote a line that is not a reply (\(reason))", line, isStray: line.first != UInt8(ascii: "{")
    )
  }

  static func strayLine(_ line: [UInt8]) -> RunFailure {
    protocolBroken("wrote a line without a request", line, isStray: true)
  }

  private static func protocolBroken(
    _ what: String, _ line: [UInt8], isStray: Bool = false
  ) -> RunFailure {
    let hint =
      isStray ? " Standard output is for replies alone; all else belongs on standard error." : ""
    var failure = RunFailure(
      reason: .protocolBroken, message: "The driver \(what): \(quoted(line)).\(hint)")
    failure.isStrayOutput = isStray
    return failure
  }

  /// The driver speaks this version of the protocol; nil if it gave none.
  static func otherProtocol(_ version: Int?) -> RunFailure {
    RunFailure(
      reason: .protocolBroken,
      message: """
        The driver speaks protocol version \(version.map(String.init) ?? "unknown"), \
        Rehearse version \(driverProtocolVersion).
        """)
  }

  /// The driver does not know a verb of the scenario, but knows these; its name is nil if it gave none.
  static func unknownVerb(
    _ verb: String, of driver: String?, knowing verbs: [String]
  ) -> RunFailure {
    let near = NearestName.hint(verb, among: verbs)
    return RunFailure(
      reason: .unknownVerb,
      message: """
        The driver \(driver.map { "'\($0)' " } ?? "")has no verb '\(verb)'; it knows \
        \(verbs.sorted().joined(separator: ", ")).\(near)
        """)
  }

  /// The driver did not prepare the fixture, for a reason in its own words; nil if it gave none.
  static func fixtureRefused(_ reason: String?) -> RunFailure {
    RunFailure(
      reason: .notPrepared,
      message: "The driver refused the fixture: \(reason ?? "it gave no reason")".asSentence)
  }

  static let farewellRefused = RunFailure(
    reason: .protocolBroken, message: "The driver refused to end.")

  /// A step did not have the expected outcome; see `Expectation.objection(to:)`.
  static func wrongOutcome(_ objection: Objection) -> RunFailure {
    RunFailure(
      reason: objection.kind == .refusal ? .wrongRefusal : .wrongOutcome,
      message: objection.description.capitalisedFirst.asSentence)
  }

  static let noCost = RunFailure(
    reason: .protocolBroken, message: "The driver's answer to a step has no 'cost'.")

  /// The driver's own measurement is impossible. `what` is its unit, such as `ns of CPU time`, and `seen` what
  /// contradicts it, such as `the step took 5 ns`.
  static func implausible(_ claimed: Int64, _ what: String, _ seen: String) -> RunFailure {
    RunFailure(reason: .protocolBroken, message: "The driver claims \(claimed) \(what); \(seen).")
  }
}

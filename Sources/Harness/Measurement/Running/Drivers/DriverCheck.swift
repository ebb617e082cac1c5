import DriverProtocol
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Checks a driver against the protocol, rule by rule, in three fresh processes started as in a run.
public struct DriverCheck {
  private let command: [String]
  private let folder: FilePath
  private let launcher: Launcher
  private let interruption: Interruption
  private let scenario: Scenario
  private let steps: [Step]?
  private let patience: Duration
  private let services: ServicePlan

  /// Prepares a check of the driver that the command starts in the folder. The scenario gives its fixture, its time
  /// limit, and its services, which are started as for the build; the story gives the steps to request, nil for the
  /// driver's first verb, without arguments. `patience` is how long it may take to end after `bye`.
  public init(
    _ command: [String], in folder: FilePath, launcher: Launcher, interruption: Interruption,
    scenario: Scenario, build: Build?, story: Story?, patience: Duration = .seconds(5)
  ) {
    self.command = command
    self.folder = folder
    self.launcher = launcher
    self.interruption = interruption
    self.scenario = scenario
    steps = story.map { scenario.steps(of: $0).map(\.step) }
    self.patience = patience
    services = ServicePlan(
      of: scenario, beside: build?.name ?? "", command,
      in: BuildContexts(folder, variables: build.map { [$0.name: $0.variables] } ?? [:]))
  }

  /// The result of a check.
  public struct Report: Sendable {
    /// All rules in their order.
    public let results: [DriverRuleResult]
    /// The end of what the driver wrote on standard error while it broke a rule; empty for nothing.
    public let standardError: String
    /// A Boolean value indicating whether no rule is broken.
    public var isKept: Bool { results.allSatisfy { $0.state != .broken } }
  }

  /// Runs three sessions with the driver: as a run does, once more, and with unknown keys.
  /// - Throws: `RunFailure` if Rehearse itself could not measure, or was asked to stop.
  public func report() throws(RunFailure) -> Report {
    let ledger = Ledger()
    guard let first = try talk(ledger) else { return ledger.report }
    try compare(first, asking: .repeats, with: [], ledger)
    // An object with a list, which breaks a reader that expects only scalars.
    let keys = Array(#""rehearse-check":[1,{"a":null}],"#.utf8)
    try compare(first, asking: .unknownKeys, with: keys, ledger)
    return ledger.report
  }

  /// Runs a second session, and compares its outcomes with the first.
  private func compare(
    _ first: [StepEnding], asking rule: DriverRule, with keys: [UInt8], _ ledger: Ledger
  ) throws(RunFailure) {
    let other = Ledger(inserting: keys)
    guard let again = try talk(other) else {
      let failed = other.report.results.first { $0.state == .broken }
      ledger.note(rule, .broken, failed?.detail ?? "The driver failed.")
      ledger.standardError = other.standardError
      return
    }
    for (before, now) in zip(first, again) where before != now {
      let difference = before.difference(from: now)
      return ledger.note(rule, .broken, "The step '\(before.label)' led to \(difference).")
    }
    ledger.note(rule, .kept)
  }
}

private struct StepEnding: Equatable {
  let label: String
  let outcome: [String: Scalar]
  let digest: String?
  let refusal: String?

  func difference(from other: StepEnding) -> String {
    if let refusal { return "the refusal '\(refusal)', and then to \(other.words)" }
    if other.refusal != nil || outcome != other.outcome {
      return "\(words), and then to \(other.words)"
    }
    return "the digest \(digest ?? "none"), and then to \(other.digest ?? "none")"
  }

  private var words: String {
    if let refusal { return "the refusal '\(refusal)'" }
    let facts = outcome.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "{\(facts.joined(separator: ", "))}"
  }
}

/// The result of each rule in a session.
private final class Ledger {
  /// Inserted at the start of each request's object; may be empty.
  let keys: [UInt8]
  private var found: [DriverRule: DriverRuleResult] = [:]
  var standardError = ""
  /// The rule being tried: whatever goes wrong breaks it.
  var current = DriverRule.starts

  init(inserting keys: [UInt8] = []) { self.keys = keys }

  func note(_ rule: DriverRule, _ state: DriverRuleResult.Status, _ detail: String? = nil) {
    // A broken rule stays broken, whatever a later step does.
    if found[rule]?.state == .broken { return }
    found[rule] = DriverRuleResult(rule: rule, state: state, detail: detail ?? found[rule]?.detail)
  }

  var report: DriverCheck.Report {
    DriverCheck.Report(
      results: DriverRule.allCases.map {
        found[$0] ?? DriverRuleResult(rule: $0, state: .notTried, detail: nil)
      }, standardError: standardError)
  }
}

/// One session with the driver, from its start to its end.
extension DriverCheck {
  /// Returns the outcomes of the steps, or nil if the session ended before `bye`.
  private func talk(_ ledger: Ledger) throws(RunFailure) -> [StepEnding]? {
    let session: DriverSession
    do throws(RunFailure) {
      session = try DriverSession(
        command, at: RunFolder(home: scenario.home), in: folder, beside: services,
        launcher: launcher, interruption: interruption, patience: patience, settings: [])
    } catch {
      guard error.reason == .notStarted else { throw error }
      ledger.note(.starts, .broken, error.message)
      return nil
    }
    ledger.note(.starts, .kept)
    do throws(RunFailure) {
      let verbs = try greet(session, ledger)
      try prepare(session, ledger)
      let endings = try walk(session, verbs, ledger)
      try farewell(session, ledger)
      return endings
    } catch {
      let failure = session.end(after: error)
      guard failure.reason != .interrupted, failure.reason != .notMeasured else { throw failure }
      ledger.note(ledger.current, .broken, failure.message)
      ledger.standardError = failure.standardError
      return nil
    }
  }

  private func ask(
    _ request: Request, _ session: DriverSession, _ ledger: Ledger, within limit: Duration? = nil
  ) throws(RunFailure) -> Reply {
    let rule = ledger.current
    ledger.current = .output
    try session.driver.refuseStrayLines()
    ledger.current = rule
    let line = try DriverProcess.line(request)
    // After the brace.
    do throws(RunFailure) {
      return try session.driver.ask(
        line: line.prefix(1) + ledger.keys + line.dropFirst(), within: limit ?? scenario.timeLimit)
    } catch {
      // Text printed at the start comes before the first request or right after it, by chance.
      if rule == .hello, error.isStrayOutput { ledger.current = .output }
      throw error
    }
  }

  /// - Returns: the driver's verbs.
  private func greet(_ session: DriverSession, _ ledger: Ledger) throws(RunFailure) -> [String] {
    ledger.current = .hello
    let reply = try ask(.hello(version: driverProtocolVersion), session, ledger)
    if reply.ok {
      ledger.note(.hello, .kept, reply.driver.map { "It is called '\($0)'." })
    } else {
      ledger.note(.hello, .broken, "It refused: \(reply.error?.message ?? "it gave no reason").")
    }
    let isSpoken = reply.protocol == driverProtocolVersion
    ledger.note(
      .version, isSpoken ? .kept : .broken,
      isSpoken ? nil : RunFailure.otherProtocol(reply.protocol).message)
    let verbs = reply.verbs ?? []
    ledger.note(
      .verbs, verbs.isEmpty ? .broken : .kept,
      verbs.isEmpty ? nil : verbs.sorted().joined(separator: ", "))
    return verbs
  }

  private func prepare(_ session: DriverSession, _ ledger: Ledger) throws(RunFailure) {
    ledger.current = .prepare
    let preparation = Handshake.preparation(session.place.path)
    let reply = try ask(preparation.request(of: scenario), session, ledger)
    try preparation.check(reply, to: scenario)
    ledger.note(.prepare, .kept)
  }

  private func walk(
    _ session: DriverSession, _ verbs: [String], _ ledger: Ledger
  ) throws(RunFailure) -> [StepEnding] {
    ledger.current = .step
    let probe: TreeProbe
    do {
      probe = try TreeProbe(
        pid: session.driver.pid, epoch: MonotonicClock.now, adopter: session.driver.launcherPID)
    } catch {
      throw .notMeasured(error)
    }
    defer { probe.close() }
    let tried =
      steps
      ?? verbs.prefix(1).map {
        Step(verb: $0, expectation: .outcome(facts: [:], digest: nil))
      }
    var endings: [StepEnding] = []
    for step in tried {
      ledger.current = .step
      var (reply, bracket) = try measured(probe) { () throws(RunFailure) in
        try ask(step.request(counting: nil, by: nil), session, ledger, within: step.timeLimit)
      }
      bracket.repetitions = step.repetitions
      judge(reply, of: step, bracket, ledger)
      endings.append(
        StepEnding(
          label: step.label, outcome: reply.outcome ?? [:], digest: reply.digest,
          refusal: reply.error?.code))
    }
    ledger.current = .refusal
    let unknown = Request.step(verb: "rehearse-no-such-verb", arguments: [:], repetitions: 1)
    let refusal = try ask(unknown, session, ledger)
    judge(refusal: refusal, ledger)
    try idle(session, probe, ledger)
    return endings
  }

  /// - Returns: the outcome of a request, with the readings around it.
  private func measured<Content>(
    _ probe: TreeProbe, _ body: () throws(RunFailure) -> Content
  ) throws(RunFailure) -> (Content, Bracket) {
    do {
      let start = try probe.begin()
      let content = try body()
      let seen = try probe.cost(since: start)
      let wall = Duration.nanoseconds(seen.sample.time - start.sample.time)
      return (content, Bracket(counted: seen.cost, wall: wall))
    } catch let error as RunFailure {
      throw error
    } catch let error as SamplingError {
      throw .notMeasured(error)
    } catch {
      throw .notMeasured("\(error)")
    }
  }

  /// How long an idle driver is watched, and how much CPU time it may use for cleaning up after a reply.
  private static let watched = (time: Duration.milliseconds(200), work: Duration.milliseconds(20))

  private func idle(
    _ session: DriverSession, _ probe: TreeProbe, _ ledger: Ledger
  ) throws(RunFailure) {
    ledger.current = .idle
    var (used, wall) = (Duration.zero, Duration.zero)
    // On a busy machine a driver may want to work and get no CPU: it is watched until it rests, 5 s at most.
    repeat {
      let (_, bracket) = try measured(probe) { () throws(RunFailure) in
        let limit = Int32(clamping: Self.watched.time.nanoseconds / 1_000_000)
        if interruption.isRaised(withinMilliseconds: limit) { throw .interrupted }
      }
      used += bracket.counted.cpu
      wall += bracket.wall
    } while used <= Self.watched.work && wall < .seconds(5)
      && !DriverSilence.isAtRest(session.driver, waitingForOthers: true)
    ledger.note(
      .idle, used <= Self.watched.work ? .kept : .broken,
      used <= Self.watched.work
        ? nil
        : "It used \(used.nanoseconds / 1_000_000) ms of CPU time while it should have waited for "
          + "\(wall.nanoseconds / 1_000_000) ms.")
    ledger.current = .output
    try session.driver.refuseStrayLines()
  }

  private func farewell(_ session: DriverSession, _ ledger: Ledger) throws(RunFailure) {
    ledger.current = .bye
    let reply = try ask(.bye, session, ledger)
    try Handshake.farewell.check(reply, to: scenario)
    ledger.note(.bye, .kept)
    ledger.current = .exit
    let ending = session.driver.end(killing: false)
    switch ending {
    case .exited(0): break
    case .outlasted(let patience): throw .notEnded("The driver", within: patience, after: "'bye'")
    default: throw ending.failure("after 'bye'")
    }
    let left = session.driver.outlived
    ledger.note(
      .exit, .kept, left == 0 ? nil : "It left processes behind, which were ended: \(left).")
    ledger.current = .output
    try session.driver.refuseRemains()
    ledger.note(.output, .kept)
  }
}

/// Judges single replies.
extension DriverCheck {
  private func judge(_ reply: Reply, of step: Step, _ bracket: Bracket, _ ledger: Ledger) {
    let isGiven = steps != nil
    if isGiven, let objection = step.expectation.objection(to: reply) {
      ledger.note(.step, .broken, "The step '\(step.label)': \(objection)")
    } else if let refusal = reply.error, !reply.ok {
      ledger.note(
        .step, .kept, "'\(step.label)' was refused: '\(refusal.code)', \(refusal.message)")
    } else {
      ledger.note(.step, .kept)
    }
    if let cost = reply.cost {
      do throws(RunFailure) {
        _ = try bracket.plausibleCost(of: reply, instructions: nil)
        let missing = cost.missingKeys
        ledger.note(
          .cost, .kept,
          missing.isEmpty
            ? nil
            : "It has no \(missing.joined(separator: ", ")): metrics made from them are missing.")
      } catch {
        ledger.note(.cost, .broken, error.message)
      }
    } else if reply.ok || step.expectation.isOfRefusal {
      ledger.note(.cost, .broken, RunFailure.noCost.message)
    }
    guard reply.ok else { return }
    if let digest = reply.digest, !digest.allSatisfy(\.isHexDigit) || digest.isEmpty {
      ledger.note(.outcome, .broken, "The digest is '\(digest)'.")
    } else if (reply.outcome ?? [:]).isEmpty, reply.digest == nil {
      ledger.note(.outcome, .broken, "It has neither, so nothing can be expected of the step.")
    } else {
      ledger.note(
        .outcome, .kept,
        reply.digest == nil
          ? "It has no digest: only what the scenario expects is checked." : nil)
    }
  }

  private func judge(refusal reply: Reply, _ ledger: Ledger) {
    if reply.ok {
      ledger.note(.refusal, .broken, "It carried out a verb that it does not have.")
    } else if let error = reply.error {
      let isCode = error.code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil
      ledger.note(
        .refusal, isCode && !error.message.isEmpty ? .kept : .broken,
        isCode && !error.message.isEmpty
          ? nil : "The code is '\(error.code)', the message '\(error.message)'.")
    } else {
      ledger.note(.refusal, .broken, "The refusal has no 'error'.")
    }
  }
}

extension Expectation {
  /// A Boolean value indicating whether a refusal is expected, which must then have a cost.
  fileprivate var isOfRefusal: Bool { if case .refusal = self { true } else { false } }
}

extension Cost {
  /// The optional keys of a driver's cost that it left out.
  fileprivate var missingKeys: [String] {
    let parts: [(key: String, isThere: Bool)] = [
      ("user_us", user != nil), ("system_us", system != nil), ("minor_faults", minorFaults != nil),
      ("major_faults", majorFaults != nil), ("voluntary_switches", voluntarySwitches != nil),
      ("involuntary_switches", involuntarySwitches != nil),
    ]
    return parts.filter { !$0.isThere }.map(\.key)
  }
}

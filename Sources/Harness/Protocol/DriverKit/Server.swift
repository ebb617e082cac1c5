import CRuntime
import DriverProtocol
import Glibc

/// Answers requests one by one; keeps the app once it is prepared.
struct Server<App> {
  private let driver: String
  private let verbs: [Verb<App>]
  private let start: (Arguments, String) throws -> App
  private let handicap: Handicap
  private var app: App?
  private let callgrind = InstructionCounter()

  init(handicap: Handicap = .none) where App: HostedApp {
    (driver, verbs, self.handicap) = (App.driver, App.verbs, handicap)
    start = { try App(fixture: $0, directory: $1) }
  }

  init(handicap: Handicap = .none) where App: AsyncHostedApp {
    (driver, verbs, self.handicap) = (App.driver, App.verbs, handicap)
    start = { fixture, directory in
      try AsyncWork.result { try await App(fixture: fixture, directory: directory) }
    }
  }

  mutating func answer(_ line: [UInt8]) -> (reply: Reply, isLast: Bool) {
    do {
      let request = try LineCodec.message(Request.self, from: line)
      return (try answer(request), request == .bye)
    } catch let error as ProtocolError {
      return (.refusal("bad-request", "\(error.reason): \(error.text)"), false)
    } catch {
      return (.refusal(ErrorCode.code(of: error), "\(error)"), false)
    }
  }

  private mutating func answer(_ request: Request) throws -> Reply {
    switch request {
    case .hello:
      // The harness compares the versions: it can report the mismatch with both versions.
      return Reply(
        ok: true, protocol: driverProtocolVersion, driver: driver, verbs: verbs.map(\.name))
    case .prepare(let fixture, let directory):
      app = try start(Arguments(fixture), directory)
      // Returns memory freed after making the fixture to the kernel. If malloc kept it, it would be
      // the floor of every step's peak.
      malloc_trim(0)
      return Reply(ok: true)
    case .step(let name, let arguments, let repetitions, let method, let timesEach):
      guard let app else { return .refusal("not-prepared", "'prepare' has to come first.") }
      guard let verb = verbs.first(where: { $0.name == name }) else {
        let known = verbs.map(\.name).joined(separator: ", ")
        return .refusal("unknown-verb", "There is no verb '\(name)'; known: \(known).")
      }
      return try counted(by: method) { counter in
        try replay(
          verb, on: app, Arguments(arguments), repetitions: repetitions, timesEach: timesEach,
          counter: counter)
      }
    case .bye:
      app = nil
      return Reply(ok: true)
    }
  }

  /// The reply to a step, with the instructions of its core calls if the processor counted them.
  private func counted(
    by method: CountingMethod?, _ step: (CallCounter) throws -> Reply
  ) throws -> Reply {
    switch method {
    case nil: return try step(.none)
    case .callgrind:
      guard callgrind.beginStep() else {
        return .refusal("not-counted", "The driver does not run under callgrind.")
      }
      defer { callgrind.endStep() }
      return try step(.callgrind)
    case .perf:
      let counter = try ProcessorCounter()
      var reply = try step(.processor(counter))
      reply.instructions = try counter.count()
      return reply
    }
  }

  /// Makes the call `repetitions` times. All repetitions must have the same facts, or the same
  /// refusal: an outcome that varies can't be checked against one expectation.
  private func replay(
    _ verb: Verb<App>, on app: App, _ arguments: Arguments, repetitions: Int, timesEach: Bool,
    counter: CallCounter
  ) throws -> Reply {
    // Reserved first, so that the step itself allocates nothing for it.
    var elapsed: [Int64] = []
    if timesEach { elapsed.reserveCapacity(max(1, repetitions)) }
    var stopwatch = Stopwatch(counter: counter)
    var outcome = Outcome()
    var first: Ending?
    for repetition in 1...max(1, repetitions) {
      let earlier = stopwatch.cost.wall ?? .zero
      for call in 1...handicap.calls(at: repetition) {
        let before = outcome
        let ending = try ending(
          of: verb, on: app, arguments, measuredBy: &stopwatch, writing: &outcome)
        if call > 1 { outcome = before }
        if let first, !first.isSame(as: ending) {
          // What could not be measured is no outcome.
          if let refusal = first.notMeasured ?? ending.notMeasured {
            return .refusal(refusal.code, refusal.message)
          }
          return .refusal(
            "unsteady-outcome",
            "Repetition \(repetition) led to \(ending), the first to \(first).")
        }
        first = first ?? ending
      }
      if timesEach { elapsed.append(((stopwatch.cost.wall ?? .zero) - earlier).nanoseconds) }
    }
    let cost = stopwatch.cost
    let each = timesEach ? elapsed.map(String.init).joined(separator: " ") : nil
    guard case .refused(let refusal) = first else {
      let latencies = outcome.latencies.map(\.nanoseconds)
      return Reply(
        ok: true, cost: cost, outcome: outcome.facts, digest: outcome.digest,
        latencies: latencies.isEmpty ? nil : latencies,
        requests: outcome.requests.isEmpty ? nil : outcome.requests,
        places: outcome.places.isEmpty ? nil : outcome.places, elapsed: each)
    }
    return Reply(ok: false, error: refusal, cost: cost, elapsed: each)
  }

  private func ending(
    of verb: Verb<App>, on app: App, _ arguments: Arguments,
    measuredBy stopwatch: inout Stopwatch, writing outcome: inout Outcome
  ) throws -> Ending {
    outcome.nextRepetition()
    do {
      try verb.call(app, arguments).make(&stopwatch, &outcome)
      return .done(outcome.facts)
    } catch let error as DriverError where error.isOfVerb {
      throw error
    } catch {
      return .refused(Reply.Refusal(code: ErrorCode.code(of: error), message: "\(error)"))
    }
  }
}

/// How a repetition ended.
private enum Ending: CustomStringConvertible {
  case done([String: Scalar])
  case refused(Reply.Refusal)

  /// Refusals are equal if their codes are: their texts may name different things.
  func isSame(as other: Ending) -> Bool {
    switch (self, other) {
    case (.done(let a), .done(let b)): a == b
    case (.refused(let a), .refused(let b)): a.code == b.code
    default: false
    }
  }

  /// The refusal of what could not do its part itself; nil if it is another ending.
  var notMeasured: Reply.Refusal? {
    guard case .refused(let refusal) = self, refusal.code == StepRequest.notMeasured else {
      return nil
    }
    return refusal
  }

  var description: String {
    switch self {
    case .done(let facts):
      "{"
        + facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: ", ") + "}"
    case .refused(let refusal): "the refusal '\(refusal.code)' (\(refusal.message))"
    }
  }
}

extension Reply {
  fileprivate static func refusal(_ code: String, _ message: String) -> Reply {
    Reply(ok: false, error: Refusal(code: code, message: message))
  }
}

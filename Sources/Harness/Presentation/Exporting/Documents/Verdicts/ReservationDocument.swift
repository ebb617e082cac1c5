import Analysis
import Recording
import Statistics

/// A reason why verdicts say less than they seem to, by its kind: for readers that take over no sentence of a program
/// which they don't trust.
struct ReservationDocument: Encodable, Sendable {
  let kind: Reason
  /// The stories, files, functions, sockets or gates that it is about.
  let names: [String]

  enum Reason: String, Encodable, Sendable, CaseIterable {
    case harnessChanged = "harness-changed"
    case oneHarness = "one-harness"
    case inputsUnknown = "inputs-unknown"
    case sharedSockets = "shared-sockets"
    case fewerChecks = "fewer-checks"
    case unread
    case unexercised
    case placeholder
    case statusAlone = "status-alone"
    case moved
    case sentAgain = "sent-again"
    case ungatedErrors = "ungated-errors"
    case ungatedLatency = "ungated-latency"
    case ungatedTime = "ungated-time"
  }

  /// Returns those of a judgement, and those about what has no gate.
  static func all(of judgement: Judgement) -> [Self] {
    judgement.reservations.compactMap { Self($0) }
      + judgement.ungatedErrors.map { Self(kind: .ungatedErrors, names: [$0.story]) }
      + judgement.ungatedLatencies.map(\.name.story).uniqued
      .map { Self(kind: .ungatedLatency, names: [$0]) }
      + judgement.ungatedTimes.map { Self(kind: .ungatedTime, names: [$0.story]) }
  }

  private init(kind: Reason, names: [String]) {
    (self.kind, self.names) = (kind, names)
  }

  private init?(_ reservation: Reservation) {
    switch reservation {
    case .placeholder(let story): self.init(kind: .placeholder, names: [story])
    case .statusAlone(let story, _, _): self.init(kind: .statusAlone, names: [story])
    case .unexercised(let code, let functions):
      self.init(kind: .unexercised, names: functions.isEmpty ? code : functions)
    case .unread(let files): self.init(kind: .unread, names: files)
    case .inputsUnknown: self.init(kind: .inputsUnknown, names: [])
    case .sharedSockets(let sockets): self.init(kind: .sharedSockets, names: sockets)
    case .harnessChanged(let files): self.init(kind: .harnessChanged, names: files)
    case .oneHarness(_, let files): self.init(kind: .oneHarness, names: files)
    case .fewerChecks(_, let dropped):
      self.init(kind: .fewerChecks, names: dropped.stories + dropped.looserGates)
    // The errors say it.
    case .moved(let work) where work.way == .lostUsers: return nil
    case .moved(let work): self.init(kind: .moved, names: [work.story])
    case .sentAgain(let story, _): self.init(kind: .sentAgain, names: [story])
    }
  }
}

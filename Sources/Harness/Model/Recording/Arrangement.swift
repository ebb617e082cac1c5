/// How the two runs of a pair are scheduled. It determines, more than any test, how far chance alone sets
/// them apart.
public enum Arrangement: Sendable, Equatable, Hashable {
  /// Both at once on one CPU, step by step.
  case duet(SharedCPU)
  /// The services of both at once on this CPU, asked in turns, some users each, by programs on other CPUs.
  case load(cpu: Int, crowding: Crowding?, in: SchedulingClass = .usual)
  /// Step by step on all CPUs, in turns of this length in ns: while one side runs, the other's processes are held.
  case gang(turn: Int64, in: SchedulingClass = .usual)
  /// One after the other, in random order.
  case backToBack(Reason, in: SchedulingClass = .usual)

  /// The CPU of a duet, and how finely its time was divided.
  public struct SharedCPU: Sendable, Equatable, Hashable, Codable {
    /// The CPU's number.
    public var cpu: Int
    /// How long a side has the CPU at a stretch, ns; nil if the kernel did not say.
    public var slice: Int64?
    /// The interval at which a third process woke there to make the kernel change turns, ns. It also took the
    /// place of the side that ended a step first.
    public var tick: Int64
    /// The effect of another Rehearse; nil if there is none.
    public var crowding: Crowding?
    /// The number of pairs that were made at the same time, each on a CPU of its own; nil for one alone.
    public var pairs: Int?

    /// A shared CPU.
    public init(
      cpu: Int, slice: Int64?, tick: Int64, crowding: Crowding? = nil, pairs: Int? = nil
    ) {
      self.cpu = cpu
      self.slice = slice
      self.tick = tick
      self.crowding = crowding
      self.pairs = pairs
    }
  }

  /// The kernel's scheduling class of a pair's processes.
  public enum SchedulingClass: String, Sendable, Equatable, Hashable, Codable {
    /// That of nearly all processes: they share the CPUs with all others.
    case usual
    /// Processes of the usual class get no CPU that these want, but for 5 % of the time.
    case realTime = "real-time"
  }

  /// The effect of another Rehearse that measures at the same time, if there are too few CPUs for both.
  public enum Crowding: String, Sendable, Equatable, Hashable, Codable, CaseIterable {
    /// It measures on the pair's CPU.
    case pair
    /// It measures where the harness works.
    case harness
  }

  /// The reason why there was no duet, but one run after the other.
  public enum Reason: Sendable, Equatable, Hashable {
    /// The scenario says so.
    case scenario
    /// A gate is on a value that only a lone run measures.
    case gate
    /// The harness may use only this CPU, and needs one besides the duet's.
    case oneCPU
    /// Waiting is explained.
    case waiting
    /// A requirement was refused, in these words.
    case refused(String)
  }
}

extension Arrangement: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, cpu, crowding, turn, reason, refusal
    case schedulingClass = "class"
  }
  private enum ArrangementName: String, Codable, CaseIterable {
    case duet, load, gang
    case backToBack = "back-to-back"
  }
  private enum ReasonName: String, Codable, CaseIterable {
    case scenario, gate, waiting, refused
    case oneCPU = "one-cpu"
  }

  /// Reads `{"kind": "duet", "cpu": 1, "slice": 500000, "tick": 500000}`, `{"kind": "load", "cpu": 1, "class":
  /// "real-time"}`, `{"kind": "gang", "turn": 5000000, "class": "real-time"}` or `{"kind": "back-to-back", "reason":
  /// "one-cpu"}`; without a class it was the usual.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let schedulingClass =
      try container.decodeIfPresent(SchedulingClass.self, forKey: .schedulingClass) ?? .usual
    switch try container.decode(ArrangementName.self, forKey: .kind) {
    case .duet: self = .duet(try SharedCPU(from: decoder))
    case .load:
      self = .load(
        cpu: try container.decode(Int.self, forKey: .cpu),
        crowding: try container.decodeIfPresent(Crowding.self, forKey: .crowding),
        in: schedulingClass)
    case .gang:
      self = .gang(turn: try container.decode(Int64.self, forKey: .turn), in: schedulingClass)
    case .backToBack: self = .backToBack(try Self.reason(in: container), in: schedulingClass)
    }
  }

  private static func reason(in container: KeyedDecodingContainer<CodingKeys>) throws -> Reason {
    switch try container.decode(ReasonName.self, forKey: .reason) {
    case .scenario: .scenario
    case .gate: .gate
    case .oneCPU: .oneCPU
    case .waiting: .waiting
    case .refused: .refused(try container.decode(String.self, forKey: .refusal))
    }
  }

  /// Writes that form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .kind)
    if schedulingClass != .usual {
      try container.encode(schedulingClass, forKey: .schedulingClass)
    }
    switch self {
    case .duet(let shared): try shared.encode(to: encoder)
    case .load(let cpu, let crowding, _):
      try container.encode(cpu, forKey: .cpu)
      try container.encodeIfPresent(crowding, forKey: .crowding)
    case .gang(let turn, _): try container.encode(turn, forKey: .turn)
    case .backToBack(let reason, _):
      switch reason {
      case .scenario: try container.encode(ReasonName.scenario, forKey: .reason)
      case .gate: try container.encode(ReasonName.gate, forKey: .reason)
      case .oneCPU: try container.encode(ReasonName.oneCPU, forKey: .reason)
      case .waiting: try container.encode(ReasonName.waiting, forKey: .reason)
      case .refused(let words):
        try container.encode(ReasonName.refused, forKey: .reason)
        try container.encode(words, forKey: .refusal)
      }
    }
  }
}

extension Arrangement {
  private var name: ArrangementName {
    switch self {
    case .duet: .duet
    case .load: .load
    case .gang: .gang
    case .backToBack: .backToBack
    }
  }

  /// The class of the runs.
  public var schedulingClass: SchedulingClass {
    switch self {
    case .duet: .usual
    case .load(_, _, let schedulingClass), .gang(_, let schedulingClass),
      .backToBack(_, let schedulingClass):
      schedulingClass
    }
  }

  /// The effect of another Rehearse; nil if there is none.
  public var crowding: Crowding? {
    get {
      switch self {
      case .duet(let shared): shared.crowding
      case .load(_, let crowding, _): crowding
      case .gang, .backToBack: nil
      }
    }
    set {
      switch self {
      case .duet(var shared):
        shared.crowding = newValue
        self = .duet(shared)
      case .load(let cpu, _, let schedulingClass):
        self = .load(cpu: cpu, crowding: newValue, in: schedulingClass)
      case .gang, .backToBack: break
      }
    }
  }

  /// The same without what differs between pairs that are made at once: their CPUs, and their number.
  public var ofAllPairs: Arrangement {
    guard case .duet(var shared) = self else { return self }
    (shared.cpu, shared.pairs) = (0, nil)
    return .duet(shared)
  }

  /// The number of pairs that were made at once.
  public var pairs: Int {
    if case .duet(let shared) = self { max(1, shared.pairs ?? 1) } else { 1 }
  }

  /// Its name in files, without details.
  public var word: String { name.rawValue }

  /// The arrangement in one sentence, and if it was not the best, the reason and its cost.
  ///
  /// The costs are standard deviations of a pair's CPU ratio, measured in 98,000 runs on a busy
  /// machine of two CPUs: 0.55 % in fine slices, 0.88 % in the kernel's own, 6.8 % one after the
  /// other.
  public var description: String {
    switch self {
    case .duet(let shared):
      let place =
        pairs > 1
        ? "at once on one CPU, beside another pair on another CPU"
        : "at once on CPU \(shared.cpu)"
      let crowding = shared.crowding.map { "; \($0.words)" } ?? ""
      guard let slice = shared.slice else {
        return
          "\(place), in slices of the kernel's own length, because it takes no other (Linux 6.12 and newer "
          + "do): differences by chance are about half as large again" + crowding
      }
      return "\(place), in slices of \(milliseconds(slice)) ms\(crowding)"
    case .load(let cpu, let crowding, let schedulingClass):
      return
        "in turns, some users at one side and then the same at the other, with both sides' services on CPU \(cpu)"
        + (schedulingClass == .realTime ? Self.undisturbed : Self.disturbed)
        + (crowding.map { "; \($0.words)" } ?? "")
    case .gang(let turn, let schedulingClass):
      let turns = "in turns of \(milliseconds(turn)) ms on all CPUs"
      let reason = ", as suits what uses several CPUs"
      return schedulingClass == .realTime
        ? turns + Self.undisturbed + reason : turns + reason + Self.disturbed
    case .backToBack(let reason, let schedulingClass):
      let (place, cost) =
        schedulingClass == .realTime
        ? (Self.undisturbed, "larger than") : ("", "about twelve times as large as")
      return "one after the other in random order\(place), because \(reason.words): differences by "
        + "chance are \(cost) in a duet"
    }
  }

  private static let undisturbed = ", in the real-time class (other processes don't get between)"
  private static let disturbed =
    ", but not in the real-time class, which Rehearse may not enter: other processes get between"

  private func milliseconds(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds) / 1e6
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension Arrangement.Crowding: Comparable {
  /// Returns whether the second disturbs more.
  public static func < (a: Self, b: Self) -> Bool { a == .harness && b == .pair }

  var words: String {
    switch self {
    case .pair:
      "another Rehearse measured on that CPU too, because none was free, so each disturbed the other"
    case .harness:
      "Rehearse shared a CPU with another measurement, so each disturbed the other a little"
    }
  }
}

extension Arrangement.Reason {
  /// The reason, to follow 'because'.
  public var words: String {
    switch self {
    case .scenario: "the scenario says 'arrangement: back-to-back'"
    case .gate: "a gate is on elapsed time or use over time, which a shared CPU would change"
    case .oneCPU: "Rehearse may use only one CPU, and needs another besides the pair's"
    case .waiting: "waiting is explained, and a side of a duet also waits for the other"
    case .refused(let what): what
    }
  }
}

import Statistics

/// Interference with a run: changes of the machine's and Rehearse's own counters from right before the run to
/// right after it. None of them is a value of the run.
///
/// A counter that the kernel does not keep, or that can't be separated, is nil and never 0. So are the
/// machine's counters for runs shorter than a tick of 10 ms, for which they show nothing.
public struct Interference: Sendable, Equatable, Encodable {
  /// The observed time, ns: the whole run, including starting and ending its process and, for drivers,
  /// preparing their fixture. For a run of a pair it is the whole pair, for short runs in a batch all of
  /// them.
  public var observed: Int64
  /// The number of CPUs online.
  public var processors: Int
  /// CPU time of Rehearse itself, including its sampler, ns, exact (getrusage).
  public var harness: Int64
  /// CPU time of all the run's processes from start to end, ns, exact: for drivers including their launcher
  /// (getrusage of awaited children), for commands by wait4. For a run of a pair it includes both sides, and a
  /// duet's ticker and what was made beside it; for a batch all its runs.
  public var run: Int64?
  /// Busy time of all CPUs together, ns, in ticks of 10 ms (/proc/stat).
  public var busy: Int64?
  /// Time that the hypervisor took while a CPU had work, all CPUs together, ns, in ticks of 10 ms
  /// (/proc/stat).
  public var stolen: Int64?
  /// Time in which some task waited for a CPU, ns, exact (/proc/pressure/cpu); including the run's own and
  /// Rehearse's threads. Nil for pairs in the real-time class, because of which others wait.
  public var processorWaiting: Int64?
  /// Time in which some task waited for memory, ns (/proc/pressure/memory).
  public var memoryWaiting: Int64?
  /// Time in which some task waited for storage, ns (/proc/pressure/io).
  public var storageWaiting: Int64?
  /// Pages that the machine moved to or from swap space (/proc/vmstat).
  public var swappedPages: Int64?

  /// A record without any known interference.
  public init(observed: Int64, processors: Int, harness: Int64) {
    self.observed = observed
    self.processors = processors
    self.harness = harness
  }

  /// CPU time of everything else, ns: other processes, interrupts and other kernel work; accurate to 50 ms
  /// (``InterferenceRule/shortestForTicks``).
  public var others: Int64? {
    guard let busy, let run else { return nil }
    return max(0, busy - run - harness)
  }

  /// A time as a share of the observed time, percent.
  public func percent(_ nanoseconds: Int64) -> Double {
    observed > 0 ? 100 * Double(nanoseconds) / Double(observed) : 0
  }
}

/// A cause of interference.
public enum InterferenceCause: String, Sendable, Equatable, Codable, CaseIterable {
  /// Other processes used the CPUs; percent of one CPU.
  case otherProcesses = "other-processes"
  /// The hypervisor ran other machines on the CPUs; percent of all CPUs' time.
  case stolenTime = "stolen-time"
  /// Tasks waited for a CPU; percent of the run's time.
  case processorWaiting = "waiting-for-cpu"
  /// Tasks waited for memory; percent of the run's time.
  case memoryWaiting = "waiting-for-memory"
  /// Pages were moved to or from swap space; pages.
  case swapping
  /// Rehearse itself used the CPUs; percent of one CPU.
  case harness

  /// A Boolean value indicating whether the run itself may have caused it: a build that needs more memory
  /// waits for it and swaps more. Repeating such runs would select its better tries and make it look leaner
  /// than it is.
  public var mayBeOfRun: Bool {
    switch self {
    case .memoryWaiting, .swapping: true
    case .otherProcesses, .stolenTime, .processorWaiting, .harness: false
    }
  }

  /// Returns the cause with an amount, for example `other processes took 35 % of a CPU`.
  public func words(_ value: String) -> String {
    switch self {
    case .otherProcesses: "other processes took \(value) % of a CPU"
    case .stolenTime: "the hypervisor took \(value) % of the CPUs' time"
    case .processorWaiting: "tasks waited for a CPU in \(value) % of the time"
    case .memoryWaiting: "tasks waited for memory in \(value) % of the time"
    case .swapping: "\(value) pages were swapped"
    case .harness: "Rehearse itself took \(value) % of a CPU"
    }
  }
}

/// A counter beyond the rule's limit.
public struct InterferenceExcess: Sendable, Equatable, Encodable {
  /// The cause.
  public let cause: InterferenceCause
  /// The amount, in the cause's own unit.
  public let value: Double
  /// The amount that the rule allows.
  public let limit: Double

  /// An excess.
  public init(cause: InterferenceCause, value: Double, limit: Double) {
    self.cause = cause
    self.value = value
    self.limit = limit
  }

  /// The amount divided by the limit; ranks how much runs were disturbed.
  public var severity: Double { value / limit }

  /// The interference, for example `other processes took 35 % of a CPU`.
  public var words: String { cause.words(amount) }

  /// The interference at worst, for example `other processes took up to 35 % of a CPU`.
  public var wordsAtWorst: String { cause.words("up to \(amount)") }

  /// With two digits: its counters are ticks of 10 ms, and it only guides action.
  private var amount: String { NumberFormat.coarse.string(for: value) }
}

/// The verdict on whether a run was disturbed, by the machine's counters alone.
public enum InterferenceVerdict: Sendable, Equatable {
  /// All counters were read, and none is beyond its limit.
  case undisturbed
  /// By these causes, the gravest first.
  case disturbed([InterferenceExcess])
  /// Nothing is beyond its limit, but a relevant counter is unknown, for this reason.
  case unknown(reason: String)

  /// The gravest cause that is certainly from outside, as a multiple of its limit; 0 if there is none. Only these
  /// make a run be repeated.
  public var severityFromOutside: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first { !$0.cause.mayBeOfRun }?.severity ?? 0
  }

  /// The verdict in words.
  public var words: String {
    switch self {
    case .undisturbed: "not disturbed"
    case .disturbed(let excesses): "disturbed: " + excesses.map(\.words).joined(separator: ", ")
    case .unknown(let reason): "not known to be disturbed: \(reason)"
    }
  }
}

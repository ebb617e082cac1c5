import Statistics

/// Interference with a run: counters of the machine and of Rehearse itself,
/// as differences between right before the run and right after it. None of them is a value of the
/// run.
///
/// A counter that the kernel does not keep, or that can't be told apart, is nil and never 0; so are the
/// machine's of runs shorter than a tick of 10 ms, of which they would show nothing.
public struct Interference: Sendable, Equatable, Encodable {
  /// The time that was observed, ns: the whole run, with starting and ending its process and, of
  /// drivers, with preparing their fixture. Of a run of a pair it is the whole pair, of short runs
  /// made in a batch all of them.
  public var observed: Int64
  /// CPUs that were online.
  public var processors: Int
  /// CPU time of Rehearse itself, its sampler included, ns, exact (getrusage).
  public var harness: Int64
  /// CPU time of the run's processes, all of them from start to end, ns, exact: of drivers with
  /// their launcher (getrusage of children that were waited for), of commands by wait4. Of a run of a
  /// pair it is that of both sides, and of the ticker beside a duet; of a batch that of all its runs.
  public var run: Int64?
  /// Time in which CPUs did something, summed over CPUs, ns, in ticks of 10 ms (/proc/stat).
  public var busy: Int64?
  /// Time that the hypervisor took while a CPU had work, summed over CPUs, ns, in ticks of 10 ms
  /// (/proc/stat).
  public var stolen: Int64?
  /// Time in which some task waited for a CPU, ns, exact (/proc/pressure/cpu); the run's own and
  /// Rehearse's threads are among the tasks.
  public var processorWaiting: Int64?
  /// Time in which some task waited for memory, ns (/proc/pressure/memory).
  public var memoryWaiting: Int64?
  /// Time in which some task waited for storage, ns (/proc/pressure/io).
  public var storageWaiting: Int64?
  /// Pages that the machine moved to or from swap space (/proc/vmstat).
  public var swappedPages: Int64?

  /// A record of a time in which nothing is known to have happened.
  public init(observed: Int64, processors: Int, harness: Int64) {
    self.observed = observed
    self.processors = processors
    self.harness = harness
  }

  /// CPU time of all else, ns: other processes, interrupts and what the kernel did for nobody in
  /// particular; right to 50 ms (``InterferenceRule/shortestForTicks``).
  public var others: Int64? {
    guard let busy, let run else { return nil }
    return max(0, busy - run - harness)
  }

  /// A time as a share of the time observed, percent.
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
  /// Pages went to or came from swap space; pages.
  case swapping
  /// Rehearse itself used the CPUs; percent of one CPU.
  case harness

  /// A Boolean value indicating whether the run itself may have caused it: a build that needs more
  /// memory waits for it and swaps more. To make such runs again would choose its better tries and
  /// let it look leaner than it is.
  public var mayBeOfRun: Bool {
    switch self {
    case .memoryWaiting, .swapping: true
    case .otherProcesses, .stolenTime, .processorWaiting, .harness: false
    }
  }

  /// Returns what happened, to a degree, as in `other processes took 35 % of a CPU`.
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

/// A counter beyond what the rule allows.
public struct InterferenceExcess: Sendable, Equatable {
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

  /// The amount as times the limit; says which of two runs was disturbed less.
  public var severity: Double { value / limit }

  /// The interference, as in `other processes took 35 % of a CPU`.
  public var words: String { cause.words(amount) }

  /// The interference at worst, as in `other processes took up to 35 % of a CPU`.
  public var wordsAtWorst: String { cause.words("up to \(amount)") }

  /// In two digits: the counters behind it are ticks of 10 ms, and it is only to be acted on.
  private var amount: String { NumberFormat.coarse.string(for: value) }
}

/// The verdict on whether a run was disturbed, by the machine's counters alone.
public enum InterferenceVerdict: Sendable, Equatable {
  /// All counters were read, and none is beyond its limit.
  case undisturbed
  /// By these, the gravest first.
  case disturbed([InterferenceExcess])
  /// Nothing is beyond its limit, but something that counts is not known; why.
  case unknown(reason: String)

  /// How many times its limit the gravest cause was; 0 where nothing is known to have disturbed.
  public var severity: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first?.severity ?? 0
  }

  /// The same of what came from outside for certain: by that alone runs are made again.
  public var severityFromOutside: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first { !$0.cause.mayBeOfRun }?.severity ?? 0
  }

  /// The same in words.
  public var words: String {
    switch self {
    case .undisturbed: "not disturbed"
    case .disturbed(let excesses): "disturbed: " + excesses.map(\.words).joined(separator: ", ")
    case .unknown(let reason): "not known to be disturbed: \(reason)"
    }
  }
}

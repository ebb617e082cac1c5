/// What of a machine can disturb figures, as it was when an experiment began. `Diagnosing` reads
/// it and says what it means.
public struct MachineFacts: Sendable, Equatable, Codable {
  /// The frequency governors of all CPUs, each once.
  public var governors = Fact<[String]>.unrecorded
  /// The driver behind the governors, such as `intel_pstate`.
  public var frequencyDriver = Fact<String>.unrecorded
  /// Whether CPUs may exceed their nominal frequency.
  public var boost = Fact<Bool>.unrecorded
  /// The share of the last ten seconds in which some task waited for a CPU, percent.
  public var processorPressure = Fact<Double>.unrecorded
  /// Likewise for memory.
  public var memoryPressure = Fact<Double>.unrecorded
  /// Likewise for storage.
  public var storagePressure = Fact<Double>.unrecorded
  /// What the hypervisor took of the CPUs' time, percent.
  public var stolenTime = Fact<Double>.unrecorded
  /// CPUs on which this process may run.
  public var allowedProcessors = Fact<Int>.unrecorded
  /// How many CPUs' worth of time the control groups allow; known to be nil where they set no
  /// limit.
  public var processorQuota = Fact<Double?>.unrecorded
  /// How much memory the control groups allow, bytes; known to be nil likewise.
  public var memoryLimit = Fact<Int64?>.unrecorded
  /// Whether two hardware threads share a core.
  public var siblingThreads = Fact<Bool>.unrecorded
  /// The hypervisor; known to be nil on a machine that is not virtual.
  public var hypervisor = Fact<String?>.unrecorded
  /// What the kernel tells time by, such as `tsc`.
  public var clockSource = Fact<String>.unrecorded
  /// Whether a battery is being used up.
  public var onBattery = Fact<Bool>.unrecorded
  /// When programs get pages of 2 MB: `always`, `madvise` or `never`.
  public var hugePages = Fact<String>.unrecorded
  /// `randomize_va_space`, or 0 where addresses are the same in every run for another reason.
  public var addressRandomisation = Fact<Int>.unrecorded
  /// Swap space, bytes.
  public var swapTotal = Fact<Int64>.unrecorded
  /// Swap space in use, bytes.
  public var swapUsed = Fact<Int64>.unrecorded
  /// Which processes of /proc other users see: the option `hidepid`.
  public var hiddenProcesses = Fact<String>.unrecorded
  /// `perf_event_paranoid`: above 2, users may count nothing.
  public var counterParanoia = Fact<Int>.unrecorded
  /// Switching the randomisation of addresses off for one process.
  public var fixedAddresses = Fact<Trial>.unrecorded
  /// Letting the peak of a process's memory begin anew.
  public var peakReset = Fact<Trial>.unrecorded
  /// Making a memory control group.
  public var memoryGroup = Fact<Trial>.unrecorded
  /// Giving a thread time slices of half a millisecond.
  public var timeSlices = Fact<Trial>.unrecorded
  /// Counting instructions by the processor's own counters.
  public var hardwareCounters = Fact<Trial>.unrecorded

  /// Facts of which none is known yet.
  public init() {}
}

extension Fact {
  /// Nobody has tried to read it.
  static var unrecorded: Fact { .unknown(reason: "it was not recorded") }
}

extension KeyedDecodingContainer {
  /// A fact that an older Rehearse did not record is unknown, rather than a damaged record. The
  /// decoding that the compiler writes for ``MachineFacts`` calls this.
  func decode<Value>(_ type: Fact<Value>.Type, forKey key: Key) throws -> Fact<Value> {
    try decodeIfPresent(type, forKey: key) ?? .unrecorded
  }
}

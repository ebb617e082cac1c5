/// The facts of a machine that can disturb measurements, at an experiment's start. `Diagnosing` interprets
/// them.
public struct MachineFacts: Sendable, Equatable, Codable {
  /// The frequency governors of all CPUs, each once.
  public var governors = Fact<[String]>.unrecorded
  /// The driver behind the governors, such as `intel_pstate`.
  public var frequencyDriver = Fact<String>.unrecorded
  /// A Boolean value indicating whether CPUs may exceed their nominal frequency.
  public var boost = Fact<Bool>.unrecorded
  /// The share of the last ten seconds in which some task waited for a CPU, percent.
  public var processorPressure = Fact<Double>.unrecorded
  /// The share of the last ten seconds in which some task waited for memory, percent.
  public var memoryPressure = Fact<Double>.unrecorded
  /// The share of the last ten seconds in which some task waited for storage, percent.
  public var storagePressure = Fact<Double>.unrecorded
  /// The share of the CPUs' time that the hypervisor took, percent.
  public var stolenTime = Fact<Double>.unrecorded
  /// The number of CPUs that this process may use.
  public var allowedProcessors = Fact<Int>.unrecorded
  /// The number of CPUs' worth of time that the control groups allow; a known nil if they set no limit.
  public var processorQuota = Fact<Double?>.unrecorded
  /// The memory that the control groups allow, bytes; a known nil if they set no limit.
  public var memoryLimit = Fact<Int64?>.unrecorded
  /// A Boolean value indicating whether two hardware threads share a core.
  public var siblingThreads = Fact<Bool>.unrecorded
  /// The hypervisor; a known nil on a physical machine.
  public var hypervisor = Fact<String?>.unrecorded
  /// The kernel's source of time, such as `tsc`.
  public var clockSource = Fact<String>.unrecorded
  /// A Boolean value indicating whether the machine runs on battery.
  public var onBattery = Fact<Bool>.unrecorded
  /// When programs get pages of 2 MB: `always`, `madvise` or `never`.
  public var hugePages = Fact<String>.unrecorded
  /// `randomize_va_space`, or 0 if addresses are the same in every run for another reason.
  public var addressRandomisation = Fact<Int>.unrecorded
  /// Swap space, bytes.
  public var swapTotal = Fact<Int64>.unrecorded
  /// Swap space in use, bytes.
  public var swapUsed = Fact<Int64>.unrecorded
  /// The processes of /proc that other users see: the option `hidepid`.
  public var hiddenProcesses = Fact<String>.unrecorded
  /// `perf_event_paranoid`: above 2, users may count nothing.
  public var counterParanoia = Fact<Int>.unrecorded
  /// Switching the randomisation of addresses off for one process.
  public var fixedAddresses = Fact<Probe>.unrecorded
  /// Resetting the peak of a process's memory.
  public var peakReset = Fact<Probe>.unrecorded
  /// Creating a memory control group.
  public var memoryGroup = Fact<Probe>.unrecorded
  /// Giving a thread time slices of half a millisecond.
  public var timeSlices = Fact<Probe>.unrecorded
  /// Counting instructions by the processor's own counters.
  public var hardwareCounters = Fact<Probe>.unrecorded
  /// The number of TCP ports that the kernel assigns by itself; nil if unknown.
  public var ephemeralPorts: Fact<Int>?
  /// The longest queue of connections that a server may request; nil if unknown.
  public var connectionQueue: Fact<Int>?
  /// Entering the kernel's real-time class; nil if unknown.
  public var realTimeClass: Fact<Probe>?
  /// How Rehearse is scheduled, for example `SCHED_IDLE, nice 19`, or `usual`; nil if unknown.
  public var priority: Fact<String>?
  /// The processor's features, such as `avx2`, sorted: libraries choose their code by them, and a machine's
  /// name does not reveal them. Nil if unknown.
  public var processorFeatures: Fact<[String]>?

  /// Facts that are all unknown yet.
  public init() {}
}

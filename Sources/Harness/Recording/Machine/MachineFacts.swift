/// The facts of a machine that can disturb measurements, as of when an experiment began.
/// `Diagnosing` reads it and says what it means.
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
  /// CPUs on which this process may run.
  public var allowedProcessors = Fact<Int>.unrecorded
  /// The number of CPUs' worth of time that the control groups allow; known to be nil where they set no
  /// limit.
  public var processorQuota = Fact<Double?>.unrecorded
  /// The memory that the control groups allow, bytes; known to be nil likewise.
  public var memoryLimit = Fact<Int64?>.unrecorded
  /// A Boolean value indicating whether two hardware threads share a core.
  public var siblingThreads = Fact<Bool>.unrecorded
  /// The hypervisor; known to be nil on a machine that is not virtual.
  public var hypervisor = Fact<String?>.unrecorded
  /// The kernel's source of time, such as `tsc`.
  public var clockSource = Fact<String>.unrecorded
  /// A Boolean value indicating whether a battery is being used up.
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
  public var fixedAddresses = Fact<Probe>.unrecorded
  /// Letting the peak of a process's memory begin anew.
  public var peakReset = Fact<Probe>.unrecorded
  /// Making a memory control group.
  public var memoryGroup = Fact<Probe>.unrecorded
  /// Giving a thread time slices of half a millisecond.
  public var timeSlices = Fact<Probe>.unrecorded
  /// Counting instructions by the processor's own counters.
  public var hardwareCounters = Fact<Probe>.unrecorded
  /// The number of TCP ports that the kernel gives away by itself; nil where nobody looked.
  public var ephemeralPorts: Fact<Int>?
  /// The longest queue of connections that a server may ask for; nil where nobody looked.
  public var connectionQueue: Fact<Int>?
  /// How Rehearse is scheduled, as in `SCHED_IDLE, nice 19`, or `usual`; nil where nobody looked.
  public var priority: Fact<String>?
  /// The names of what the processor can do, such as `avx2`, sorted: libraries choose their code by them,
  /// and a machine's name does not tell them. Nil where nobody looked.
  public var processorFeatures: Fact<[String]>?

  /// Facts of which none is known yet.
  public init() {}
}

/// What a driver measured around the core calls of one step, its own share left out.
///
/// Sums over the step's repetitions. `wallNanoseconds` and `cpuNanoseconds` are required of every
/// driver; a driver that can't read the others leaves them out, and the figure is missing: what
/// the harness sees from outside holds the driver's share too and is another figure.
public struct StepCost: Sendable, Equatable, Codable {
  /// Elapsed time, monotonic clock, ns.
  public var wallNanoseconds: Int64
  /// CPU time of all threads of the process, ns.
  public var cpuNanoseconds: Int64
  /// User part of the CPU time, µs as getrusage has it.
  public var userMicroseconds: Int64?
  /// Kernel part of the CPU time, µs.
  public var systemMicroseconds: Int64?
  /// Page faults without storage access.
  public var minorFaults: Int64?
  /// Page faults with storage access.
  public var majorFaults: Int64?
  /// Context switches to wait.
  public var voluntarySwitches: Int64?
  /// Context switches by preemption.
  public var involuntarySwitches: Int64?

  /// A cost; counters that were not read are nil.
  public init(
    wallNanoseconds: Int64, cpuNanoseconds: Int64, userMicroseconds: Int64? = nil,
    systemMicroseconds: Int64? = nil, minorFaults: Int64? = nil, majorFaults: Int64? = nil,
    voluntarySwitches: Int64? = nil, involuntarySwitches: Int64? = nil
  ) {
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.voluntarySwitches = voluntarySwitches
    self.involuntarySwitches = involuntarySwitches
  }

  private enum CodingKeys: String, CodingKey {
    case wallNanoseconds = "wall_ns"
    case cpuNanoseconds = "cpu_ns"
    case userMicroseconds = "user_us"
    case systemMicroseconds = "system_us"
    case minorFaults = "minor_faults"
    case majorFaults = "major_faults"
    case voluntarySwitches = "voluntary_switches"
    case involuntarySwitches = "involuntary_switches"
  }
}

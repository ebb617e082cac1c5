/// The cost of work as far as it was measured: of a driver's calls, a process, all that it started,
/// or a command.
public struct Cost: Sendable, Equatable {
  /// Elapsed time, by the monotonic clock.
  public var wall: Duration?
  /// CPU time of all threads.
  public var cpu: Duration
  /// The part of the CPU time in user mode.
  public var user: Duration?
  /// The part of the CPU time in the kernel.
  public var system: Duration?
  /// Page faults without storage access.
  public var minorFaults: Int64?
  /// Page faults with storage access.
  public var majorFaults: Int64?
  /// Context switches because a thread waited.
  public var voluntarySwitches: Int64?
  /// Context switches by preemption.
  public var involuntarySwitches: Int64?
  /// Bytes fetched from storage.
  public var storageRead: Bytes?
  /// Bytes of pages made dirty.
  public var storageWritten: Bytes?
  /// The peak resident memory.
  public var peakMemory: Bytes?

  /// Creates a cost; values that were not measured are nil.
  public init(
    wall: Duration? = nil, cpu: Duration, user: Duration? = nil, system: Duration? = nil,
    minorFaults: Int64? = nil, majorFaults: Int64? = nil, voluntarySwitches: Int64? = nil,
    involuntarySwitches: Int64? = nil, storageRead: Bytes? = nil, storageWritten: Bytes? = nil,
    peakMemory: Bytes? = nil
  ) {
    self.wall = wall
    self.cpu = cpu
    self.user = user
    self.system = system
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.voluntarySwitches = voluntarySwitches
    self.involuntarySwitches = involuntarySwitches
    self.storageRead = storageRead
    self.storageWritten = storageWritten
    self.peakMemory = peakMemory
  }
}

extension Duration {
  /// Whole nanoseconds, saturating.
  public var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// Whole microseconds, saturating.
  public var microseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }

  /// Such as `30 s` or `0.5 s`.
  public var formattedSeconds: String {
    let seconds = Double(nanoseconds) / 1e9
    return seconds == seconds.rounded() ? "\(Int64(seconds)) s" : "\(seconds) s"
  }
}

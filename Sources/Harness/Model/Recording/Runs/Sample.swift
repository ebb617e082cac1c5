/// One reading of /proc at one time, as raw counters, so that rounding loses nothing.
public struct Sample: Sendable, Equatable {
  /// When it was read: ns since the run's clock began, monotonic.
  public var time: Int64
  /// Resident memory, bytes.
  public var resident: Int64
  /// Resident memory that is not backed by a file, bytes.
  public var anonymous: Int64
  /// CPU time of the process so far, all threads, ns, exact.
  public var cpu: Int64
  /// Busy time of all CPUs since boot, ns, in steps of one clock tick (10 ms).
  public var machineBusy: Int64
  /// Memory available for new processes, bytes.
  public var machineAvailable: Int64

  /// A sample.
  public init(
    time: Int64, resident: Int64, anonymous: Int64, cpu: Int64, machineBusy: Int64,
    machineAvailable: Int64
  ) {
    self.time = time
    self.resident = resident
    self.anonymous = anonymous
    self.cpu = cpu
    self.machineBusy = machineBusy
    self.machineAvailable = machineAvailable
  }
}

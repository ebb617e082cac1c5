/// What a process and all that it started cost within a step.
public struct TreeCost: Sendable, Equatable, Codable {
  /// The greatest number of processes seen at once, the first included.
  public var processes: Int
  /// CPU time of all of them, ns.
  public var cpu: Int64
  /// Page faults of all of them without storage access.
  public var minorFaults: Int64
  /// Page faults of all of them with storage access.
  public var majorFaults: Int64
  /// The greatest sum of resident memory that was seen at one time, bytes. Pages that several
  /// share count once for each.
  public var peakMemory: Int64
  /// The greatest memory charged to them at one time, bytes, pages that several share counted
  /// once; nil without a control group for memory.
  public var peakCharged: Int64?
  /// How they were found.
  public var source: TreeSource

  /// A cost.
  public init(
    processes: Int, cpu: Int64, minorFaults: Int64, majorFaults: Int64, peakMemory: Int64,
    peakCharged: Int64?, source: TreeSource
  ) {
    self.processes = processes
    self.cpu = cpu
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.peakMemory = peakMemory
    self.peakCharged = peakCharged
    self.source = source
  }
}

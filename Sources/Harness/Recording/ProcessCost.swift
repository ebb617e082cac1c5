/// What the harness read about a process at the two ends of a step, as differences.
public struct ProcessCost: Sendable, Equatable {
  /// CPU time of all threads, ns, exact.
  public var cpu: Int64
  /// Page faults without storage access.
  public var minorFaults: Int64
  /// Page faults with storage access.
  public var majorFaults: Int64
  /// Bytes fetched from storage, or nil where /proc/PID/io may not be read.
  public var storageRead: Int64?
  /// Bytes of pages made dirty, or nil likewise.
  public var storageWritten: Int64?
  /// Greatest resident memory within the step, bytes.
  public var peakMemory: Int64
  /// Whether the peak began anew with the step; where the kernel refused that, it is the
  /// greatest since the process began.
  public var peakIsOfStep: Bool
  /// The same of the process and all that it started; nil where it started none.
  public var tree: TreeCost?

  /// A cost.
  public init(
    cpu: Int64, minorFaults: Int64, majorFaults: Int64, storageRead: Int64?,
    storageWritten: Int64?, peakMemory: Int64, peakIsOfStep: Bool, tree: TreeCost? = nil
  ) {
    self.cpu = cpu
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.storageRead = storageRead
    self.storageWritten = storageWritten
    self.peakMemory = peakMemory
    self.peakIsOfStep = peakIsOfStep
    self.tree = tree
  }
}

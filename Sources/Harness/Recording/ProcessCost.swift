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
  /// Greatest memory within the step that no file backs; nil where it is not known.
  public var peakAnonymous: AnonymousPeak?
  /// The same of the process and all that it started; nil where it started none.
  public var tree: TreeCost?

  /// A cost.
  public init(
    cpu: Int64, minorFaults: Int64, majorFaults: Int64, storageRead: Int64?,
    storageWritten: Int64?, peakMemory: Int64, peakIsOfStep: Bool,
    peakAnonymous: AnonymousPeak? = nil, tree: TreeCost? = nil
  ) {
    self.cpu = cpu
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.storageRead = storageRead
    self.storageWritten = storageWritten
    self.peakMemory = peakMemory
    self.peakIsOfStep = peakIsOfStep
    self.peakAnonymous = peakAnonymous
    self.tree = tree
  }
}

/// The greatest anonymous memory of a process within a step.
public struct AnonymousPeak: Sendable, Hashable {
  /// Bytes.
  public var bytes: Int64
  /// Whether it is exact only to the batches in which the kernel adds pages up, since it lay before
  /// the step's end; what is held at the end is exact to the page.
  public var isBatched: Bool

  /// A peak; of bytes below 0, which counters that are read while they change may add up to, 0.
  public init(bytes: Int64, isBatched: Bool) {
    self.bytes = max(0, bytes)
    self.isBatched = isBatched
  }

  /// The greater of several; where one that is as great is exact, that one.
  public static func greatest(_ peaks: [AnonymousPeak]) -> AnonymousPeak? {
    peaks.max { ($0.bytes, $0.isBatched ? 0 : 1) < ($1.bytes, $1.isBatched ? 0 : 1) }
  }
}

import DriverProtocol

/// What one step of a run did, cost and led to.
public struct StepRecord: Sendable, Equatable {
  /// The story whose step it is: the run's own, or one that comes before it.
  public var story: String
  /// The step in one line.
  public var label: String
  /// How often it was repeated within the step.
  public var repetitions: Int
  /// When the request was sent: ns on the run's clock.
  public var start: Int64
  /// When the answer was read: ns on the run's clock.
  public var end: Int64
  /// The cost of the core calls alone, as the driver measured it.
  public var inside: StepCost
  /// The cost of the whole process over the step, as the harness read it at both ends.
  public var outside: ProcessCost
  /// What it led to.
  public var outcome: [String: Scalar]
  /// Digest over all repetitions, where the driver gave one.
  public var digest: String?
  /// The code of the refusal that was expected and came, or nil.
  public var refusal: String?
  /// How many instructions the core calls took, of a whole command all; nil where they were not
  /// counted.
  public var instructions: Int64?

  /// A step's record.
  public init(
    story: String, label: String, repetitions: Int, start: Int64, end: Int64, inside: StepCost,
    outside: ProcessCost, outcome: [String: Scalar], digest: String?, refusal: String? = nil,
    instructions: Int64? = nil
  ) {
    self.story = story
    self.label = label
    self.repetitions = repetitions
    self.start = start
    self.end = end
    self.inside = inside
    self.outside = outside
    self.outcome = outcome
    self.digest = digest
    self.refusal = refusal
    self.instructions = instructions
  }

  /// The CPU time that the driver itself took, ns: reading the request, building inputs,
  /// digesting and answering. Of the run's figures it is in those of the whole process alone:
  /// memory, shares of a CPU and storage.
  public var driverShare: Int64 { outside.cpu - inside.cpuNanoseconds }
}

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

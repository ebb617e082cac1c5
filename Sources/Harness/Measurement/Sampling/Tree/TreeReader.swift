import DriverProtocol
import Recording
import Synchronization

/// Reads processes and all that they started, on descriptors that stay open.
///
/// A process without children costs hardly more than its own two readings. Rehearse itself is left
/// out if it is a descendant.
public final class TreeReader: Sendable {
  private let tree: Mutex<ProcessTree>

  /// When a tree counts as ended.
  public enum End: Sendable {
    /// With the named processes, whatever they left behind.
    case ofRoots
    /// With the last known process.
    case ofTree
  }

  /// Opens the files of the root processes. The run's clock began at the `epoch` of ``MonotonicClock``. The `adopter`
  /// of orphans does not belong to the tree. If `isDetailed`, faults and traffic are kept up to date between calls of
  /// ``detailed()`` too, for processes that may end at any time. If `readsProportional`, the peak of proportional
  /// memory is found, and its value at the ends of steps. At least so many ended processes are remembered as
  /// `recordLimit` says.
  /// - Throws: ``SamplingError`` if one of them does not exist.
  public init(
    pids: [Int32], epoch: Int64, group: ControlGroup? = nil, adopter: Int32? = nil,
    end: End = .ofRoots,
    isDetailed: Bool = false, readsProportional: Bool = false, recordLimit: Int = 2048,
    root: ProcRoot = ProcRoot()
  ) throws(SamplingError) {
    tree = Mutex(
      try ProcessTree(
        pids: pids, epoch: epoch, group: group, adopter: adopter, end: end, isDetailed: isDetailed,
        readsProportional: readsProportional, recordLimit: recordLimit, root: root))
  }

  /// A Boolean value indicating whether /proc hides other users' processes (hidepid).
  public static var isBlindToOthers: Bool { ProcRoot().hidesOthers }

  /// A reading now, or nil if the processes have ended.
  /// - Throws: ``SamplingError`` if /proc can't be read.
  public func read() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in try tree.read(inDetail: false) }
  }

  /// A reading now for a sampler, which may reuse the machine's previous reading.
  func sampled() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in
      try tree.read(inDetail: false, mayHaveOldMachine: true)
    }
  }

  func readMachine() throws(SamplingError) -> MachineCounters {
    try tree.withLock { tree throws(SamplingError) in try tree.readMachine() }
  }

  /// A reading with all counters up to date, or nil if the processes have ended.
  /// - Throws: ``SamplingError`` if /proc can't be read.
  public func detailed() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in try tree.read(inDetail: true) }
  }

  /// Resets the peaks.
  public func beginPeaks() { tree.withLock { $0.peaks = TreePeaks() } }

  /// The peaks since ``beginPeaks()``.
  public var peaks: TreePeaks { tree.withLock { $0.peaks } }

  /// Reads the proportional memory of all processes at a step's end; nil if it is not asked for,
  /// would take too long, or can't be read.
  func proportionalAtEnd() -> Bytes? { tree.withLock { $0.proportionalAtEnd() } }

  /// How long all root processes were stopped by a signal, as readings show it, ns.
  public var stoppedTime: Int64 { tree.withLock { $0.stoppedTime } }

  /// How well the tree was followed.
  public var followed: TreeFollowing { tree.withLock { $0.following } }

  /// All that was used until the last reading, even once the processes have ended.
  public var used: TreeCounters { tree.withLock { $0.used } }

  /// The existing processes.
  public var pids: [Int32] { tree.withLock { $0.pids } }

  /// All processes seen, except forgotten ones, in the order of their starts.
  public var processes: [ProcessRecord] { tree.withLock { $0.processes } }
}

/// How well a tree could be followed.
public struct TreeFollowing: Sendable, Equatable {
  /// How processes were found.
  public let source: TreeSource
  /// A Boolean value indicating whether the control group counted CPU time.
  public let countsCPUByGroup: Bool
  /// The mean interval of scans for processes while any were started, ns; nil if one was enough.
  public let distance: Int64?
  /// The total number of processes seen, including the roots.
  public let processes: Int
  /// The number of forgotten processes, which had used the least.
  public let forgotten: Int
  /// The number of processes that were found, but could not be opened.
  public let unreadable: Int
  /// A Boolean value indicating whether traffic with storage could be read for all.
  public let hasStorage: Bool
  /// A Boolean value indicating whether proportional memory was asked for, but that of one could not be read.
  public let lacksProportional: Bool
  /// A Boolean value indicating whether /proc hides other users' processes (hidepid), so that some
  /// may be missing.
  public let hidesOthers: Bool
  /// The most memory seen in pages of the kernel's pool (hugetlb), which is in no other value.
  public let hugePages: Bytes
  /// A Boolean value indicating whether any process waited for a child, even one that was never seen.
  public let hasReaped: Bool
}

/// The peak values of a tree.
public struct TreePeaks: Sendable, Equatable {
  /// The greatest sum of resident memory at one reading.
  public internal(set) var resident = Bytes.zero
  /// The greatest sum of proportional memory (PSS) read, swapped memory included; nil if there were
  /// never two processes at once, or one could not be read.
  public internal(set) var proportional: Bytes?
  /// The greatest number of processes at one reading.
  public internal(set) var processes = 0
  /// The greatest memory charged to their control group at one reading, without page cache; 0 without a group.
  public internal(set) var cgroupMemory = Bytes.zero
  /// The greatest page cache charged to the group at one reading.
  public internal(set) var filePages = Bytes.zero
}

/// One reading of a tree.
public struct TreeReading: Sendable, Equatable {
  /// Sums over the tree; CPU time includes processes that have ended.
  public let sample: Sample
  /// All that was used so far; up to date in detailed readings.
  public let used: TreeCounters
  /// The number of living processes.
  public let processes: Int
  /// A Boolean value indicating whether all living root processes are stopped by a signal.
  public let isStopped: Bool
  /// The machine's counters, from their last reading.
  let machine: MachineCounters
  /// CPU time that this reading spent on proportional memory, ns.
  let aside: Int64
}

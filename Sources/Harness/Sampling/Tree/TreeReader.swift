import Costs
import ProcFS
import Recording
import Synchronization

/// Reads processes together with all that they started, on descriptors that stay open.
///
/// A process that starts none costs hardly more than its own two readings. Rehearse itself is left
/// out where it is one of those below.
public final class TreeReader: Sendable {
  private let tree: Mutex<ProcessTree>

  /// When a tree has ended.
  public enum End: Sendable {
    /// With the processes that were named, whatever they left behind.
    case ofRoots
    /// With the last process known.
    case ofTree
  }

  /// Opens processes' files.
  /// - Parameters:
  ///   - pids: the processes at the top.
  ///   - epoch: where the run's clock began, by ``MonotonicClock``.
  ///   - group: the control group that they are in, if any.
  ///   - adopter: the process that takes over what outlives its parent. It is not of the tree.
  ///   - isDetailed: whether faults and traffic are kept up to date even between calls of
  ///     ``detailed()``, for processes that may end at any time.
  ///   - readsProportional: whether the peak of proportional memory is looked for.
  ///   - recordLimit: how many processes that have ended are remembered at least.
  ///   - root: the proc file system.
  /// - Throws: ``SamplingError`` where one of them is not there.
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

  /// A Boolean value indicating whether /proc shows nothing of other users' processes (hidepid).
  public static var isBlindToOthers: Bool { ProcRoot().hidesOthers }

  /// A reading now, or nil where the processes have ended.
  /// - Throws: ``SamplingError/proc(_:)``.
  public func read() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in try tree.read(inDetail: false) }
  }

  /// A reading now for a sampler, in which what the machine does may be that of the reading before.
  func sampled() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in
      try tree.read(inDetail: false, mayHaveOldMachine: true)
    }
  }

  /// Reads the machine alone.
  func readMachine() throws(SamplingError) -> MachineCounters {
    try tree.withLock { tree throws(SamplingError) in try tree.readMachine() }
  }

  /// A reading with all counters up to date, or nil where the processes have ended.
  /// - Throws: ``SamplingError/proc(_:)``.
  public func detailed() throws(SamplingError) -> TreeReading? {
    try tree.withLock { tree throws(SamplingError) in try tree.read(inDetail: true) }
  }

  /// Forgets the greatest values seen so far.
  public func beginPeaks() { tree.withLock { $0.peaks = TreePeaks() } }

  /// The greatest values seen since ``beginPeaks()``.
  public var peaks: TreePeaks { tree.withLock { $0.peaks } }

  /// For how long all of those at the top were stopped by a signal, as readings show it, ns.
  public var stoppedTime: Int64 { tree.withLock { $0.stoppedTime } }

  /// The way in which the tree was followed.
  public var followed: TreeFollowing { tree.withLock { $0.following } }

  /// All that was used until the last reading, also once the processes have ended.
  public var used: TreeCounters { tree.withLock { $0.used } }

  /// The processes that are there.
  public var pids: [Int32] { tree.withLock { $0.pids } }

  /// All processes that were seen but those that had to be forgotten, in the order of their starts.
  public var processes: [ProcessRecord] { tree.withLock { $0.processes } }
}

/// The greatest values that were seen of a tree.
public struct TreePeaks: Sendable, Equatable {
  /// The greatest sum of resident memory at one reading.
  public internal(set) var resident = Bytes.zero
  /// The greatest sum of proportional memory (PSS) that was read; nil where there were no two processes at once, or
  /// where it could not be read of one.
  public internal(set) var proportional: Bytes?
  /// The greatest number of processes at one reading.
  public internal(set) var processes = 0
  /// The greatest memory charged to their control group at one reading without pages of files;
  /// 0 without a group.
  public internal(set) var cgroupMemory = Bytes.zero
  /// The most of pages of files that the group was charged with at one reading.
  public internal(set) var filePages = Bytes.zero
}

/// The quality with which a tree could be followed.
public struct TreeFollowing: Sendable, Equatable {
  /// By what means processes were found.
  public let source: TreeSource
  /// A Boolean value indicating whether CPU time was counted by the processes' control group.
  public let countsCPUByGroup: Bool
  /// The mean distance of scans for processes, ns; nil where there was one.
  public let distance: Int64?
  /// The number of processes that were seen altogether, those at the top included.
  public let processes: Int
  /// The number of processes that are no longer remembered, those that had used least.
  public let forgotten: Int
  /// Processes that were found, but whose files could not be opened.
  public let unreadable: Int
  /// A Boolean value indicating whether traffic with storage could be read of all.
  public let hasStorage: Bool
  /// A Boolean value indicating whether /proc shows nothing of other users' processes (hidepid),
  /// nor then whether some of them are missing.
  public let hidesOthers: Bool
  /// The most memory that was seen in pages of the kernel's pool (hugetlb), which is in no other value.
  public let hugePages: Bytes
}

/// One reading of a tree.
public struct TreeReading: Sendable, Equatable {
  /// Sums over the tree; CPU time includes that of processes that have ended.
  public let sample: Sample
  /// All that was used so far, up to date in detailed readings.
  public let used: TreeCounters
  /// Processes that are alive.
  public let processes: Int
  /// A Boolean value indicating whether all of those at the top that are alive are stopped by a signal.
  public let isStopped: Bool
  /// The machine's counters, by their last reading.
  let machine: MachineCounters
  /// CPU time that this reading took for proportional memory, ns.
  let aside: Int64
}

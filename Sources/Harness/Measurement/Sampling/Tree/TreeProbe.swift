import DriverProtocol
import Recording

/// Reads the cost of a process and all that it started at the ends of steps, while the process
/// waits on its input. The process's own cost is read as if it were alone.
public struct TreeProbe {
  /// The processes, for use by a sampler as well.
  public let tree: TreeReader
  private let pid: Int32
  private let process: ProcessProbe
  private let group: ControlGroup?

  /// Opens the files of a process, the root of the tree, which is alone in its `group` with its descendants; other
  /// parameters are as for ``TreeReader``.
  /// - Throws: ``SamplingError`` if the process does not exist. `io` and `clear_refs` may be refused; the measurements
  ///   then say so.
  public init(
    pid: Int32, epoch: Int64, group: ControlGroup? = nil, adopter: Int32? = nil,
    readsProportional: Bool = false, root: ProcRoot = ProcRoot()
  ) throws(SamplingError) {
    tree = try TreeReader(
      pids: [pid], epoch: epoch, group: group, adopter: adopter,
      readsProportional: readsProportional, root: root)
    process = try ProcessProbe(pid: pid, root: root)
    self.pid = pid
    self.group = group
  }

  /// Closes what was opened.
  public func close() { process.close() }

  /// The counters' values at the start of a step.
  public struct Reading: Sendable {
    /// A sample at this moment.
    public let sample: Sample
    /// The process's peak resident set since the previous step, or since its start; nil if unknown.
    public var earlierPeak: Bytes? { process.earlierPeak }
    fileprivate let process: ProcessProbe.Reading
    fileprivate let used: TreeCounters
    fileprivate let cpu: Int64?
    /// A Boolean value indicating whether the group's peak was reset.
    fileprivate let peakIsOfStep: Bool
  }

  /// Begins a step: resets the peaks to current values, then reads the counters.
  public func begin() throws(SamplingError) -> Reading {
    let process = try self.process.begin()
    tree.beginPeaks()
    let reading = try now()
    return Reading(
      sample: reading.sample, process: process, used: reading.used, cpu: group?.cpu?.nanoseconds,
      peakIsOfStep: group?.beginCgroupPeak() ?? false)
  }

  /// The process's peak resident set since the last step, as it waits for the next request; nil if unknown.
  public var peak: Bytes? { process.peak }

  /// The cost of a step.
  public struct Account: Sendable {
    /// The cost of the process itself.
    public let cost: Cost
    /// A Boolean value indicating whether its peak was reset at the start of the step.
    public let peakIsOfStep: Bool
    /// Its peak memory not backed by files; nil if unknown.
    public let peakAnonymous: AnonymousPeak?
    /// The cost of the process and all that it started; nil if it started none.
    public let tree: TreeCost?
    /// The time of the process's first thread; nil if the kernel does not count it.
    public let firstThread: ThreadTime?
    /// A sample at the step's end.
    public let sample: Sample
  }

  /// The cost since `start`.
  public func cost(since start: Reading) throws(SamplingError) -> Account {
    let own = try process.cost(since: start.process)
    let reading = try now()
    return Account(
      cost: own.cost, peakIsOfStep: own.peakIsOfStep, peakAnonymous: own.peakAnonymous,
      tree: treeCost(own, since: start, used: reading.used), firstThread: own.firstThread,
      sample: reading.sample)
  }

  /// Nil if the process started none.
  private func treeCost(
    _ own: ProcessProbe.Account, since start: Reading, used: TreeCounters
  ) -> TreeCost? {
    let peaks = tree.peaks
    let grouped = cpu(since: start)
    // The counters of a parent that ignores SIGCHLD miss its children, but the group counts them.
    // For other parents the group may also count more: the last 50 µs of each ending thread.
    // A group does not list what has ended, but its parent does until it waits for it.
    let hasUnseen =
      grouped.map { $0 - own.cost.cpu > Self.minimumProcessCPUTime } ?? false
      && (process.ignoresChildren || process.hasUnawaitedChildren)
    // What has ended but was not waited for is among the pids alone.
    guard peaks.processes > 1 || own.hasWaited || tree.pids.count > 1 || hasUnseen else {
      return nil
    }
    var cost = (used - start.used).cost
    if let grouped { cost.cpu = grouped }
    cost.peakMemory = max(peaks.resident, own.cost.peakMemory ?? .zero)
    let peakCgroupMemory = self.peakCgroupMemory(since: start, peaks, own)
    // Last, because it takes the kernel milliseconds, in which other processes may go on.
    let held = tree.proportionalAtEnd()
    return TreeCost(
      // A child that was waited for but never seen existed beside the first.
      cost, processes: max(2, peaks.processes), peakCgroupMemory: peakCgroupMemory,
      peakProportionalMemory: tree.peaks.proportional, endProportionalMemory: held,
      source: tree.followed.source)
  }

  /// The least CPU time of a process: to be forked and end at once takes 60 µs and more.
  private static let minimumProcessCPUTime = Duration.microseconds(50)

  private func now() throws(SamplingError) -> TreeReading {
    guard let reading = try tree.detailed() else { throw .noSuchProcess(pid: pid) }
    return reading
  }

  private func cpu(since start: Reading) -> Duration? {
    guard let before = start.cpu, let now = group?.cpu?.nanoseconds else { return nil }
    return .nanoseconds(now &- before)
  }

  /// Only the process's own file pages are in it: those of its children may be charged to whoever
  /// read them first.
  private func peakCgroupMemory(
    since start: Reading, _ peaks: TreePeaks, _ own: ProcessProbe.Account
  ) -> Bytes? {
    guard start.peakIsOfStep, let cgroupMemory = group?.peakCgroupMemory(seen: peaks) else {
      return nil
    }
    return max(cgroupMemory + own.filePages, own.cost.peakMemory ?? .zero)
  }
}

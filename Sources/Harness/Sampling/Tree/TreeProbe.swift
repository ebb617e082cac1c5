import Costs
import ProcFS
import Recording

/// Reads what a process and all that it started cost at the ends of steps, while the process waits
/// on its input. What the process itself costs is read just as if it were alone.
public struct TreeProbe {
  /// The processes, also for a sampler.
  public let tree: TreeReader
  private let pid: Int32
  private let process: ProcessProbe
  private let group: ControlGroup?

  /// Opens the files of a process.
  /// - Parameters:
  ///   - epoch: where the run's clock began, by ``MonotonicClock``.
  ///   - group: the control group that the process is in, and nothing else.
  ///   - adopter: the process that takes over what outlives its parent.
  ///   - readsProportional: whether the peak of proportional memory is looked for.
  ///   - root: the proc file system.
  /// - Throws: ``SamplingError`` where the process is not there. `io` and `clear_refs` may be
  ///   refused; the measurements then say so.
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

  /// The counters' values when a step begins.
  public struct Reading: Sendable {
    /// A sample at this moment.
    public let sample: Sample
    /// The process's greatest resident set since the step before, or since its start; nil where it is not known.
    public var earlierPeak: Bytes? { process.earlierPeak }
    fileprivate let process: ProcessProbe.Reading
    fileprivate let used: TreeCounters
    fileprivate let cpu: Int64?
    /// A Boolean value indicating whether the group's peak began anew.
    fileprivate let peakIsOfStep: Bool
  }

  /// Begins a step: sets the peaks back to what is in use now, then reads the counters.
  public func begin() throws(SamplingError) -> Reading {
    let process = try self.process.begin()
    tree.beginPeaks()
    let reading = try now()
    return Reading(
      sample: reading.sample, process: process, used: reading.used, cpu: group?.cpu?.nanoseconds,
      peakIsOfStep: group?.beginCgroupPeak() ?? false)
  }

  /// The cost of a step.
  public struct Account: Sendable {
    /// The cost of the process itself.
    public let cost: Cost
    /// A Boolean value indicating whether its peak began anew with the step.
    public let peakIsOfStep: Bool
    /// Its greatest memory that no file backs; nil where it is not known.
    public let peakAnonymous: AnonymousPeak?
    /// The cost of the process and all that it started; nil where it started none.
    public let tree: TreeCost?
    /// A sample at the step's end.
    public let sample: Sample
  }

  /// The cost since `start`.
  public func cost(since start: Reading) throws(SamplingError) -> Account {
    let own = try process.cost(since: start.process)
    let reading = try now()
    return Account(
      cost: own.cost, peakIsOfStep: own.peakIsOfStep, peakAnonymous: own.peakAnonymous,
      tree: treeCost(own, since: start, used: reading.used), sample: reading.sample)
  }

  /// Nil where the process started none.
  private func treeCost(
    _ own: ProcessProbe.Account, since start: Reading, used: TreeCounters
  ) -> TreeCost? {
    let peaks = tree.peaks
    let grouped = cpu(since: start)
    // A parent that ignores SIGCHLD learns nothing of what it started, but the group counts it. Of any
    // other the group may count more as well: the last 50 µs of each thread that ends.
    let hasUnseen =
      grouped.map { $0 - own.cost.cpu > Self.minimumProcessCPUTime } ?? false
      && process.ignoresChildren
    guard peaks.processes > 1 || own.hasWaited || hasUnseen else { return nil }
    var cost = (used - start.used).cost
    if let grouped { cost.cpu = grouped }
    cost.peakMemory = max(peaks.resident, own.cost.peakMemory ?? .zero)
    return TreeCost(
      // One that was waited for, but never seen, was there beside the first.
      cost, processes: max(2, peaks.processes),
      peakCgroupMemory: peakCgroupMemory(since: start, peaks, own),
      peakProportionalMemory: peaks.proportional,
      source: tree.followed.source)
  }

  /// CPU time that no process comes to be and ends with less than: to be forked and to end at once
  /// takes 60 µs and more.
  private static let minimumProcessCPUTime = Duration.microseconds(50)

  private func now() throws(SamplingError) -> TreeReading {
    guard let reading = try tree.detailed() else { throw .noSuchProcess(pid: pid) }
    return reading
  }

  private func cpu(since start: Reading) -> Duration? {
    guard let before = start.cpu, let now = group?.cpu?.nanoseconds else { return nil }
    return .nanoseconds(now &- before)
  }

  /// Of pages of files only the process's own are in it: those that what it started had resident
  /// may be charged to whoever read them first.
  private func peakCgroupMemory(
    since start: Reading, _ peaks: TreePeaks, _ own: ProcessProbe.Account
  ) -> Bytes? {
    guard start.peakIsOfStep, let cgroupMemory = group?.peakCgroupMemory(seen: peaks) else {
      return nil
    }
    return max(cgroupMemory + own.filePages, own.cost.peakMemory ?? .zero)
  }
}

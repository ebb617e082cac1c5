/// What else the machine did while a run was made: counters of the machine and of Rehearse itself,
/// as differences between right before the run and right after it. None of them is a figure of the
/// run.
///
/// A counter that the kernel does not keep, or that can't be told apart, is nil and never 0; so are the
/// machine's of runs shorter than a tick of 10 ms, of which they would tell nothing.
public struct Contamination: Sendable, Equatable, Encodable {
  /// How long was observed, ns: the whole run, with starting and ending its process and, of
  /// drivers, with preparing their fixture. Of a run of a pair it is the whole pair, of short runs
  /// made in a row all of them.
  public var observed: Int64
  /// CPUs that were online.
  public var processors: Int
  /// CPU time of Rehearse itself, its sampler included, ns, exact (getrusage).
  public var harness: Int64
  /// CPU time of the run's processes, all of them from start to end, ns, exact: of drivers with
  /// their launcher (getrusage of children that were waited for), of commands by wait4. Of a run of a
  /// pair it is that of both sides, and of the ticker beside a duet; of a row that of all its runs.
  public var run: Int64?
  /// Time in which CPUs did something, summed over CPUs, ns, in ticks of 10 ms (/proc/stat).
  public var busy: Int64?
  /// Time that the hypervisor took while a CPU had work, summed over CPUs, ns, in ticks of 10 ms
  /// (/proc/stat).
  public var stolen: Int64?
  /// Time in which some task waited for a CPU, ns, exact (/proc/pressure/cpu); the run's own and
  /// Rehearse's threads are among the tasks.
  public var processorWaiting: Int64?
  /// Likewise for memory.
  public var memoryWaiting: Int64?
  /// Likewise for storage.
  public var storageWaiting: Int64?
  /// Pages that the machine moved to or from swap space (/proc/vmstat).
  public var swappedPages: Int64?

  /// A record of a time in which nothing is known to have happened.
  public init(observed: Int64, processors: Int, harness: Int64) {
    self.observed = observed
    self.processors = processors
    self.harness = harness
  }

  /// CPU time of all else, ns: other processes, interrupts and what the kernel did for nobody in
  /// particular; right to 50 ms (``ContaminationRule/shortestForTicks``).
  public var others: Int64? {
    guard let busy, let run else { return nil }
    return max(0, busy - run - harness)
  }

  /// A time as a share of the time observed, percent.
  public func percent(_ nanoseconds: Int64) -> Double {
    observed > 0 ? 100 * Double(nanoseconds) / Double(observed) : 0
  }
}

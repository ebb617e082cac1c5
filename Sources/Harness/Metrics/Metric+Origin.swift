// One entry for each metric and way of measuring; the tests find what is missing. What a figure
// means stands in the catalogue, so here are only names of the kernel's files and calls.
extension Metric {
  /// Where the metric's values come from for a driver that replays a story.
  public func origin(_ conditions: FigureOrigin.Conditions) -> FigureOrigin {
    let entry: (String, ErrorBound)? =
      switch self {
      case .peakMemory:
        ("VmHWM of /proc/PID/status, set back by clear_refs", conditions.memoryCounters)
      case .lowestMemory: ("/proc/PID/statm of all processes", conditions.sampled)
      case .peakCPU, .lowestCPU: (Self.cpuOfAll, conditions.sampled)
      case .cpuTime: ("CLOCK_PROCESS_CPUTIME_ID in the driver", .nanosecond)
      case .userTime, .systemTime: ("getrusage in the driver", .kernelTick)
      case .wallTime: ("CLOCK_MONOTONIC in the driver", .nanosecond)
      case .minorFaults, .majorFaults, .voluntarySwitches, .involuntarySwitches:
        ("getrusage in the driver", .each)
      case .storageRead: ("read_bytes of /proc/PID/io", .sector)
      case .storageWritten: ("write_bytes of /proc/PID/io", .exact(resolution: 4096))
      default: nil
      }
    return entry.map { FigureOrigin($0.0, $0.1) } ?? sharedOrigin(conditions)
  }

  /// Where the metric's values come from for a whole command.
  public func commandOrigin(_ conditions: FigureOrigin.Conditions) -> FigureOrigin {
    let entry: (String, ErrorBound)? =
      switch self {
      case .peakMemory: ("ru_maxrss of wait4", conditions.memoryCounters)
      case .lowestMemory: ("/proc/PID/statm of all processes", conditions.sampled)
      case .peakCPU, .lowestCPU: (Self.cpuOfAll, conditions.sampled)
      case .meanCPU: ("wait4 and CLOCK_MONOTONIC in the launcher", .exact(resolution: 0.01))
      case .cpuTime: ("wait4 in the launcher", .exact(resolution: 1000))
      case .userTime, .systemTime: ("wait4 in the launcher", .kernelTick)
      case .wallTime: ("CLOCK_MONOTONIC in the launcher", .nanosecond)
      case .minorFaults, .majorFaults, .voluntarySwitches, .involuntarySwitches:
        ("wait4 in the launcher", .each)
      case .storageRead: ("ru_inblock of wait4", .sector)
      case .storageWritten: ("ru_oublock of wait4", .sector)
      default: nil
      }
    return entry.map { FigureOrigin($0.0, $0.1) } ?? sharedOrigin(conditions)
  }

  /// Where the metric's values come from for processes that were watched while they ran.
  public func attachedOrigin(_ conditions: FigureOrigin.Conditions) -> FigureOrigin {
    let entry: (String, ErrorBound)? =
      switch self {
      case .peakMemory, .lowestMemory: ("/proc/PID/statm of all processes", conditions.sampled)
      case .peakCPU, .lowestCPU: ("the CPU clocks of all processes", conditions.sampled)
      case .cpuTime: ("the CPU clocks of all processes", .parentsTicks)
      case .wallTime: ("CLOCK_MONOTONIC at the first and the last sample", conditions.sampled)
      case .minorFaults, .majorFaults: ("/proc/PID/stat of all processes", conditions.sampled)
      case .storageRead, .storageWritten: ("/proc/PID/io of all processes", conditions.sampled)
      case .voluntarySwitches, .involuntarySwitches:
        ("/proc/PID/task/TID/status of all threads", conditions.sampled)
      default: nil
      }
    return entry.map { FigureOrigin($0.0, $0.1) } ?? sharedOrigin(conditions)
  }

  private static let cpuOfAll = "the control group, else the CPU clocks of all processes"

  /// Of figures that are read alike whatever is measured.
  private func sharedOrigin(_ conditions: FigureOrigin.Conditions) -> FigureOrigin {
    let entry: (String, ErrorBound) =
      switch self {
      case .instructions: ("callgrind", .each)
      case .hardwareInstructions: ("perf_event_open, by the processor", .each)
      // Commands and processes that are watched have none.
      case .peakAnonymousMemory:
        ("VmHWM less RssFile and RssShmem of /proc/PID/status", conditions.memoryCounters)
      case .otherMemory: ("/proc/meminfo and /proc/PID/statm", conditions.sampled)
      case .otherCPU: ("/proc/stat", .kernelTick)
      case .outlivingProcesses: ("the launcher, which adopts them", .each)
      case .treePeakMemory: ("/proc/PID/statm of all processes", conditions.sampled)
      case .treePeakCharged:
        ("memory.peak or memory.max_usage_in_bytes of its group", conditions.groupCharge)
      case .treeCPUTime: (Self.cpuOfAll, .withinUnlessGrouped(ErrorBound.ticksOfParent))
      case .treeProcesses: ("control group or /proc", conditions.sampled)
      default: ("not known", .unknown)
      }
    return FigureOrigin(entry.0, entry.1)
  }
}

extension ErrorBound {
  fileprivate static let nanosecond = ErrorBound.exact(resolution: 1)
  fileprivate static let each = ErrorBound.exact(resolution: 1)
  fileprivate static let sector = ErrorBound.exact(resolution: 512)
  /// 100 a second are the fewest that Linux can be built with; many have 250 or 1000.
  fileprivate static let kernelTick = ErrorBound.ticks(nanoseconds: 10_000_000)
  /// What a process used after its last sample is read from its parent's counters of user and
  /// system time, each cut to ticks of 10 ms.
  fileprivate static let parentsTicks = ErrorBound.within(ticksOfParent)
  fileprivate static let ticksOfParent = 20_000_000.0
}

/// Where a metric's values come from, and how far off they can be.
public struct FigureOrigin: Sendable, Hashable {
  /// The kernel's file or call that gives it, and who reads it.
  public let source: String
  /// How far off it can be.
  public let bound: ErrorBound

  /// An origin.
  public init(_ source: String, _ bound: ErrorBound) {
    self.source = source
    self.bound = bound
  }

  /// Under what conditions figures were read, as far as it bears on how exact they are.
  public struct Conditions: Sendable, Hashable {
    /// How many samples were taken a second; nil where that was not recorded.
    public var samplesPerSecond: Double?
    /// CPUs of the machine.
    public var processors: Int

    /// Conditions.
    public init(samplesPerSecond: Double?, processors: Int) {
      self.samplesPerSecond = samplesPerSecond
      self.processors = processors
    }

    var sampled: ErrorBound { .sampled(perSecond: samplesPerSecond) }
    var memoryCounters: ErrorBound { .memoryCounters(processors: processors) }
    var groupCharge: ErrorBound { .groupCharge(processors: processors) }
  }
}

/// Everything about a metric, in one place; see ``Metric`` for what its parts mean.
///
/// A class, because names and units are read with every value, and a struct would be copied as a whole.
final class MetricDefinition: Sendable {
  let id: String
  let title: String
  let unit: MetricUnit
  let polarity: Polarity
  /// A difference up to this, in base units, is no finding.
  let absoluteFloor: Double
  /// A Boolean value indicating whether two runs that share a CPU can't measure it, or only half of it.
  let needsRunAlone: Bool
  /// The reading by a driver that replays a story; what the others leave out is the same as here.
  let story: MetricReading
  /// The reading of a whole command. It is measured from outside; a story's steps are measured from inside,
  /// by their driver.
  let command: MetricReading
  /// The reading of processes that are watched while they run.
  let attached: MetricReading
  /// The reading of a service; without an origin if services have none.
  let service: MetricReading

  init(
    id: String, title: String, unit: MetricUnit, polarity: Polarity, absoluteFloor: Double = 0,
    needsRunAlone: Bool = false, story: MetricReading, command: MetricReading = MetricReading(),
    attached: MetricReading = MetricReading(), service: MetricReading = MetricReading()
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.polarity = polarity
    self.absoluteFloor = absoluteFloor
    self.needsRunAlone = needsRunAlone
    self.story = story
    self.command = command
    self.attached = attached
    self.service = service
  }

  /// Every metric, in the order of tables.
  static let all: [MetricDefinition] = [
    .peakMemory, .peakAnonymousMemory, .lowestMemory, .otherMemory, .peakCPU, .meanCPU, .lowestCPU,
    .otherCPU, .cpuTime, .userTime, .systemTime, .wallTime, .offCPUTime, .throughput, .latencyP50,
    .latencyP90, .latencyP95, .latencyP99, .latencyP999, .errors, .minorFaults, .majorFaults,
    .voluntarySwitches, .involuntarySwitches, .storageRead, .storageWritten, .outlivingProcesses,
    .treePeakMemory, .treePeakCgroupMemory, .treePeakProportionalMemory, .treeCPUTime,
    .treeProcesses, .outsideCPUTime, .wholeCPUTime, .outsidePeakMemory, .wholePeakMemory,
    .instructions, .hardwareInstructions, .allocations, .allocatedBytes, .peakLiveBytes,
    .liveBlocks, .liveBytes, .peakHeap, .peakSlack, .peakFiles, .peakStacks, .retainedBytes,
    .retainedBlocks,
  ]

  /// The name that follows a service's: `server peak memory`, but `server CPU time`.
  var serviceTitle: String {
    title.hasPrefix("CPU") ? title : title.prefix(1).lowercased() + title.dropFirst()
  }
}

/// The meaning and the source of a metric's values, for one way of measuring.
struct MetricReading: Sendable {
  var origin: Origin?
  var meaning: String?

  /// The kernel's file or call that gives the values, and the bound of their error.
  struct Origin: Sendable {
    let source: String
    let bound: BoundRule

    init(_ source: String, _ bound: BoundRule) {
      self.source = source
      self.bound = bound
    }

    static let unknown = Origin("not known", BoundRule { _ in .unknown })

    func callAsFunction(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
      MeasurementOrigin(source, bound.bound(conditions))
    }
  }
}

/// The greatest error of values under given conditions.
struct BoundRule: Sendable {
  let bound: @Sendable (MeasurementOrigin.Conditions) -> ErrorBound

  /// Returns the rule for a counter with this resolution, in base units.
  static func exact(_ resolution: Double) -> BoundRule {
    BoundRule { _ in .exact(resolution: resolution) }
  }

  static let sampled = BoundRule { .sampled(perSecond: $0.samplesPerSecond) }
  static let memoryCounters = BoundRule { .memoryCounters(processors: $0.processors) }
  static let cgroupMemory = BoundRule { .cgroupMemory(processors: $0.processors) }
  /// Linux has at least 100 ticks a second; many machines have 250 or 1000.
  static let kernelTick = BoundRule { _ in .ticks(nanoseconds: 10_000_000) }
  /// The bound for what a process used after its last sample, read from its parent's counters of user and
  /// system time, each cut to ticks of 10 ms.
  static let parentsTicks = BoundRule { _ in .within(ticksOfParent) }
  static let exactInGroup = BoundRule { _ in .withinUnlessGrouped(ticksOfParent) }

  private static let ticksOfParent = 20_000_000.0
}

/// Words that several definitions share.
extension MetricDefinition {
  static let cpuOfAll = "the control group, else the CPU clocks of all processes"
  static let ofTree = "of the command and all that it started"
  static let allWatched = "For the watched processes and all that they started, together:"
  static let countedWatched = """
    \(allWatched) by counters that miss nothing of a process that was waited for or is alive; of \
    others, what came after the last sample is missing.
    """
  static let switchesWatched = """
    \(allWatched) at least; what threads did between the last reading of them and their end is missing.
    """
}

/// The origin of a metric's values, and how exact they are.
public struct MeasurementOrigin: Sendable, Hashable {
  /// The kernel's file or call that gives it, and who reads it.
  public let source: String
  /// The greatest error.
  public let bound: ErrorBound

  /// An origin.
  public init(_ source: String, _ bound: ErrorBound) {
    self.source = source
    self.bound = bound
  }

  /// The conditions of a measurement that determine how exact it is.
  public struct Conditions: Sendable, Hashable {
    /// The number of samples a second; nil if that was not recorded.
    public var samplesPerSecond: Double?
    /// CPUs of the machine.
    public var processors: Int

    /// Conditions.
    public init(samplesPerSecond: Double?, processors: Int) {
      self.samplesPerSecond = samplesPerSecond
      self.processors = processors
    }
  }
}

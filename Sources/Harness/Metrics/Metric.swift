/// A named quantity with unit, polarity, source and how exact it is.
///
/// The catalogue is closed: a name that is not in ``all`` is an input error, so a typing error in
/// a file can't open a new, empty metric.
///
/// A metric is no more than its place in ``all``, since thousands of runs have dozens of measurements
/// each; what is known of it stands once, in its `MetricDefinition`.
public enum Metric: Int, Sendable, CaseIterable, Identifiable {
  /// Greatest resident memory of the story's steps.
  case peakMemory
  /// Greatest memory of the story's steps that no file backs.
  case peakAnonymousMemory
  /// Least resident memory seen during the story's steps.
  case lowestMemory
  /// Memory in use by everything else.
  case otherMemory
  /// Greatest CPU use of the story's steps.
  case peakCPU
  /// CPU use of a whole command.
  case meanCPU
  /// Least CPU use of the story's steps.
  case lowestCPU
  /// CPU use of everything else.
  case otherCPU
  /// CPU time of the core calls.
  case cpuTime
  /// CPU time in user mode.
  case userTime
  /// CPU time in the kernel.
  case systemTime
  /// Elapsed time of the core calls.
  case wallTime
  /// Page faults without storage access.
  case minorFaults
  /// Page faults with storage access.
  case majorFaults
  /// Waits.
  case voluntarySwitches
  /// Preemptions.
  case involuntarySwitches
  /// Bytes fetched from storage.
  case storageRead
  /// Bytes sent to storage.
  case storageWritten
  /// Processes that a driver or a command left behind.
  case outlivingProcesses
  /// Greatest resident memory of the driver and all that it started.
  case treePeakMemory
  /// Greatest memory charged to the driver and all that it started.
  case treePeakCgroupMemory
  /// CPU time of the core calls and all that they started.
  case treeCPUTime
  /// Processes of the driver's tree.
  case treeProcesses
  /// Instructions of the core calls, by callgrind.
  case instructions
  /// Instructions of the core calls, by the processor.
  case hardwareInstructions

  /// Every metric, in the order of tables.
  public static let all = allCases

  /// The metric of that name, or nil.
  public static func named(_ id: String) -> Metric? { byName[id] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

extension Metric {
  /// The name in scenarios, tables, exports and the store: lower case, hyphens.
  public var id: String { definition.id }
  /// The name people read.
  public var title: String { definition.title }
  /// The unit of stored values.
  public var unit: MetricUnit { definition.unit }
  /// Which direction is better.
  public var polarity: Polarity { definition.polarity }
  /// The meaning of the value, its source and what disturbs it, in one sentence or two.
  public var meaning: String { definition.story.meaning ?? "" }
  /// The meaning of the value for a command.
  public var commandMeaning: String { definition.command.meaning ?? meaning }
  /// The meaning of the value for processes that were watched while they ran.
  public var meaningWhereAttached: String { definition.attached.meaning ?? meaning }

  /// Where the metric's values come from for a driver that replays a story.
  public func origin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    (definition.story.origin ?? .unknown)(conditions)
  }

  /// Where the metric's values come from for a whole command.
  public func commandOrigin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    definition.command.origin?(conditions) ?? origin(conditions)
  }

  /// Where the metric's values come from for processes that were watched while they ran.
  public func attachedOrigin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    definition.attached.origin?(conditions) ?? origin(conditions)
  }

  private var definition: MetricDefinition {
    switch self {
    case .peakMemory: .peakMemory
    case .peakAnonymousMemory: .peakAnonymousMemory
    case .lowestMemory: .lowestMemory
    case .otherMemory: .otherMemory
    case .peakCPU: .peakCPU
    case .meanCPU: .meanCPU
    case .lowestCPU: .lowestCPU
    case .otherCPU: .otherCPU
    case .cpuTime: .cpuTime
    case .userTime: .userTime
    case .systemTime: .systemTime
    case .wallTime: .wallTime
    case .minorFaults: .minorFaults
    case .majorFaults: .majorFaults
    case .voluntarySwitches: .voluntarySwitches
    case .involuntarySwitches: .involuntarySwitches
    case .storageRead: .storageRead
    case .storageWritten: .storageWritten
    case .outlivingProcesses: .outlivingProcesses
    case .treePeakMemory: .treePeakMemory
    case .treePeakCgroupMemory: .treePeakCgroupMemory
    case .treeCPUTime: .treeCPUTime
    case .treeProcesses: .treeProcesses
    case .instructions: .instructions
    case .hardwareInstructions: .hardwareInstructions
    }
  }
}

extension Metric {
  /// All that count instructions.
  public static let instructionCounts: [Metric] = [.instructions, .hardwareInstructions]

  /// A Boolean value indicating whether it counts instructions.
  public var isInstructionCount: Bool { Self.instructionCounts.contains(self) }
}

extension Metric {
  /// The page, in the repository, that says of every metric what it can not show.
  public static let limitsPage = "Docs/limits.md"

  /// A difference up to this, in base units, is no finding however sure it is: the kernel maps pages of
  /// files around a fault as it sees fit, so copies of one program differ by some pages of resident
  /// memory, and by some events of a kind that are few. 0 for what has no such grain.
  public var absoluteFloor: Double { definition.absoluteFloor }

  /// A Boolean value indicating whether only a run that is alone gives it as it is meant. In a duet elapsed time holds the other
  /// side's turns too, and turns are what most of its involuntary switches are; it has no time line, which
  /// the measurements of samples would need.
  public var needsRunAlone: Bool { definition.needsRunAlone }
}

extension Metric {
  /// The name in scenarios, tables, exports and the store: lower case, hyphens.
  public var id: String { definition.id }
  /// The name people read.
  public var title: String { definition.title }
  /// The unit of stored values.
  public var unit: MetricUnit { definition.unit }
  /// Which direction is better.
  public var polarity: Polarity { definition.polarity }
  /// How exact a value is.
  public var exactness: Exactness { definition.exactness }
  /// What the figure means, where it comes from and what disturbs it, in one sentence or two.
  public var meaning: String { definition.meaning }

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
    case .treePeakCharged: .treePeakCharged
    case .treeCPUTime: .treeCPUTime
    case .treeProcesses: .treeProcesses
    case .instructions: .instructions
    case .hardwareInstructions: .hardwareInstructions
    }
  }
}

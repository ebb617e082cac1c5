/// A named quantity with unit, polarity, source and how exact it is, of the driver or of a service.
///
/// The catalogue is closed: a name that is not in ``all``, nor one of those with a service's name before
/// it, is an input error, so a typing error in a file can't open a new, empty metric.
///
/// A metric is no more than two small numbers, since thousands of runs have dozens of measurements each;
/// what is known of it stands once, in its `MetricDefinition`, and the name of its service in
/// ``ServiceNames``.
public struct Metric: Sendable, Hashable, Identifiable {
  /// What is measured, whoever it is measured of.
  public let quantity: MetricQuantity
  private let serviceNumber: ServiceNames.Number

  /// The service of which it is measured; nil for the driver, or for all there is.
  public var service: String? { ServiceNames.name(of: serviceNumber) }

  /// A metric of the driver.
  init(_ quantity: MetricQuantity) {
    self.quantity = quantity
    serviceNumber = ServiceNames.none
  }

  /// A metric of a service; nil where a service has none such, or where there are too many services.
  public init?(_ quantity: MetricQuantity, ofService service: String) {
    guard Self.ofServices.contains(quantity), let number = ServiceNames.number(of: service) else {
      return nil
    }
    self.quantity = quantity
    serviceNumber = number
  }

  /// Both numbers at once: a metric is looked up with every value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(quantity.rawValue << ServiceNames.Number.bitWidth | Int(serviceNumber))
  }

  /// The same of the driver.
  public var ofDriver: Metric { Metric(quantity) }

  /// Every metric of the driver, in the order of tables.
  public static let all = MetricQuantity.allCases.map { Metric($0) }

  /// The quantities that are measured of services, too.
  public static let ofServices = MetricQuantity.allCases.filter {
    Metric($0).definition.service.origin != nil
  }

  /// The metrics of a service, in the order of tables.
  public static func all(ofService service: String) -> [Metric] {
    ofServices.compactMap { Metric($0, ofService: service) }
  }

  /// The metric of that name, or nil: `cpu-time`, or `server.cpu-time` of a service called `server`.
  public static func named(_ id: String) -> Metric? {
    if let metric = byName[id] { return metric }
    guard let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")), isService(id[..<dot]) else {
      return nil
    }
    return byName[String(id[id.utf8.index(after: dot)...])]
      .flatMap { Metric($0.quantity, ofService: String(id[..<dot])) }
  }

  /// Returns whether a text can name a service: it stands before the dot of a metric's name.
  public static func isService(_ name: some StringProtocol) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let others = "0123456789-_".utf8
    guard let first = name.utf8.first, letters.contains(first | 0x20), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy { letters.contains($0 | 0x20) || others.contains($0) }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

extension Metric: Codable {
  /// Reads a name.
  /// - Throws: `DecodingError` where no metric has it.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let name = try value.decode(String.self)
    guard let metric = Metric.named(name) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "No metric is \(name).")
    }
    self = metric
  }

  /// Writes its name.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(id)
  }
}

extension Metric: Comparable {
  /// In the order of tables: the driver's before those of services.
  public static func < (a: Metric, b: Metric) -> Bool {
    if a.serviceNumber == b.serviceNumber { return a.quantity.rawValue < b.quantity.rawValue }
    return (a.service ?? "") < (b.service ?? "")
  }
}

/// The metrics of the driver.
extension Metric {
  /// As ``MetricQuantity/peakMemory``.
  public static let peakMemory = Metric(.peakMemory)
  /// As ``MetricQuantity/peakAnonymousMemory``.
  public static let peakAnonymousMemory = Metric(.peakAnonymousMemory)
  /// As ``MetricQuantity/lowestMemory``.
  public static let lowestMemory = Metric(.lowestMemory)
  /// As ``MetricQuantity/otherMemory``.
  public static let otherMemory = Metric(.otherMemory)
  /// As ``MetricQuantity/peakCPU``.
  public static let peakCPU = Metric(.peakCPU)
  /// As ``MetricQuantity/meanCPU``.
  public static let meanCPU = Metric(.meanCPU)
  /// As ``MetricQuantity/lowestCPU``.
  public static let lowestCPU = Metric(.lowestCPU)
  /// As ``MetricQuantity/otherCPU``.
  public static let otherCPU = Metric(.otherCPU)
  /// As ``MetricQuantity/cpuTime``.
  public static let cpuTime = Metric(.cpuTime)
  /// As ``MetricQuantity/userTime``.
  public static let userTime = Metric(.userTime)
  /// As ``MetricQuantity/systemTime``.
  public static let systemTime = Metric(.systemTime)
  /// As ``MetricQuantity/wallTime``.
  public static let wallTime = Metric(.wallTime)
  /// As ``MetricQuantity/minorFaults``.
  public static let minorFaults = Metric(.minorFaults)
  /// As ``MetricQuantity/majorFaults``.
  public static let majorFaults = Metric(.majorFaults)
  /// As ``MetricQuantity/voluntarySwitches``.
  public static let voluntarySwitches = Metric(.voluntarySwitches)
  /// As ``MetricQuantity/involuntarySwitches``.
  public static let involuntarySwitches = Metric(.involuntarySwitches)
  /// As ``MetricQuantity/storageRead``.
  public static let storageRead = Metric(.storageRead)
  /// As ``MetricQuantity/storageWritten``.
  public static let storageWritten = Metric(.storageWritten)
  /// As ``MetricQuantity/outlivingProcesses``.
  public static let outlivingProcesses = Metric(.outlivingProcesses)
  /// As ``MetricQuantity/treePeakMemory``.
  public static let treePeakMemory = Metric(.treePeakMemory)
  /// As ``MetricQuantity/treePeakCgroupMemory``.
  public static let treePeakCgroupMemory = Metric(.treePeakCgroupMemory)
  /// As ``MetricQuantity/treePeakProportionalMemory``.
  public static let treePeakProportionalMemory = Metric(.treePeakProportionalMemory)
  /// As ``MetricQuantity/treeCPUTime``.
  public static let treeCPUTime = Metric(.treeCPUTime)
  /// As ``MetricQuantity/treeProcesses``.
  public static let treeProcesses = Metric(.treeProcesses)
  /// As ``MetricQuantity/outsideCPUTime``.
  public static let outsideCPUTime = Metric(.outsideCPUTime)
  /// As ``MetricQuantity/wholeCPUTime``.
  public static let wholeCPUTime = Metric(.wholeCPUTime)
  /// As ``MetricQuantity/outsidePeakMemory``.
  public static let outsidePeakMemory = Metric(.outsidePeakMemory)
  /// As ``MetricQuantity/wholePeakMemory``.
  public static let wholePeakMemory = Metric(.wholePeakMemory)
  /// As ``MetricQuantity/instructions``.
  public static let instructions = Metric(.instructions)
  /// As ``MetricQuantity/hardwareInstructions``.
  public static let hardwareInstructions = Metric(.hardwareInstructions)
  /// As ``MetricQuantity/allocations``.
  public static let allocations = Metric(.allocations)
  /// As ``MetricQuantity/allocatedBytes``.
  public static let allocatedBytes = Metric(.allocatedBytes)
  /// As ``MetricQuantity/peakLiveBytes``.
  public static let peakLiveBytes = Metric(.peakLiveBytes)
  /// As ``MetricQuantity/liveBlocks``.
  public static let liveBlocks = Metric(.liveBlocks)
  /// As ``MetricQuantity/liveBytes``.
  public static let liveBytes = Metric(.liveBytes)
  /// As ``MetricQuantity/peakHeap``.
  public static let peakHeap = Metric(.peakHeap)
  /// As ``MetricQuantity/peakSlack``.
  public static let peakSlack = Metric(.peakSlack)
  /// As ``MetricQuantity/peakFiles``.
  public static let peakFiles = Metric(.peakFiles)
  /// As ``MetricQuantity/peakStacks``.
  public static let peakStacks = Metric(.peakStacks)
  /// As ``MetricQuantity/retainedBytes``.
  public static let retainedBytes = Metric(.retainedBytes)
  /// As ``MetricQuantity/retainedBlocks``.
  public static let retainedBlocks = Metric(.retainedBlocks)
}

extension Metric {
  /// The name in scenarios, tables, exports and the store: lower case, hyphens.
  public var id: String { service.map { "\($0).\(definition.id)" } ?? definition.id }
  /// The name people read.
  public var title: String {
    service.map { "\($0) \(definition.serviceTitle)" } ?? definition.title
  }
  /// The unit of stored values.
  public var unit: MetricUnit { definition.unit }
  /// Which direction is better.
  public var polarity: Polarity { definition.polarity }
  /// The meaning of the value, its source and what disturbs it, in one sentence or two.
  public var meaning: String {
    guard let service else { return definition.story.meaning ?? "" }
    return "Of the service '\(service)': \(definition.service.meaning ?? "")"
  }
  /// The meaning of the value for a command.
  public var commandMeaning: String { definition.command.meaning ?? meaning }
  /// The meaning of the value for processes that were watched while they ran.
  public var meaningWhereAttached: String { definition.attached.meaning ?? meaning }

  /// Where the metric's values come from for a driver that replays a story.
  public func origin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    ((service == nil ? definition.story : definition.service).origin ?? .unknown)(conditions)
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
    switch quantity {
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
    case .treePeakProportionalMemory: .treePeakProportionalMemory
    case .treeCPUTime: .treeCPUTime
    case .treeProcesses: .treeProcesses
    case .outsideCPUTime: .outsideCPUTime
    case .wholeCPUTime: .wholeCPUTime
    case .outsidePeakMemory: .outsidePeakMemory
    case .wholePeakMemory: .wholePeakMemory
    case .instructions: .instructions
    case .hardwareInstructions: .hardwareInstructions
    case .allocations: .allocations
    case .allocatedBytes: .allocatedBytes
    case .peakLiveBytes: .peakLiveBytes
    case .liveBlocks: .liveBlocks
    case .liveBytes: .liveBytes
    case .peakHeap: .peakHeap
    case .peakSlack: .peakSlack
    case .peakFiles: .peakFiles
    case .peakStacks: .peakStacks
    case .retainedBytes: .retainedBytes
    case .retainedBlocks: .retainedBlocks
    }
  }
}

extension Metric {
  /// A Boolean value indicating whether it is of a whole run, and so of no step.
  public var isOfWholeRun: Bool {
    switch quantity {
    case .outsideCPUTime, .wholeCPUTime, .outsidePeakMemory, .wholePeakMemory: true
    default: false
    }
  }

  /// A Boolean value indicating whether work that moves out of the steps makes it less without being done
  /// any faster: times and instructions of the steps, of the driver or of a service.
  public var isWorkOfSteps: Bool { unit == .nanoseconds && !isOfWholeRun || isInstructionCount }

  /// All that count instructions.
  public static let instructionCounts: [Metric] = [.instructions, .hardwareInstructions]

  /// A Boolean value indicating whether it counts instructions.
  public var isInstructionCount: Bool {
    quantity == .instructions || quantity == .hardwareInstructions
  }

  /// A Boolean value indicating whether it counts what was allocated, of the driver or of a service.
  public var isAllocationCount: Bool {
    switch quantity {
    case .allocations, .allocatedBytes, .peakLiveBytes, .liveBlocks, .liveBytes: true
    default: false
    }
  }

  /// The parts that resident memory consists of at its peak.
  public static let peakParts: [Metric] = [.peakHeap, .peakSlack, .peakFiles, .peakStacks]

  /// A Boolean value indicating whether it is one of ``peakParts``.
  public var isPeakPart: Bool { Self.peakParts.contains(self) }

  /// A Boolean value indicating whether it is what a cycle of a story retains.
  public var isRetention: Bool { quantity == .retainedBytes || quantity == .retainedBlocks }
}

extension Metric {
  /// The page, in the repository, that says of every metric what it can not show.
  public static let limitsPage = "Docs/explanation/limits.md"

  /// A difference up to this, in base units, is no finding however sure it is: the kernel maps pages of
  /// files around a fault as it sees fit, so copies of one program differ by some pages of resident
  /// memory, and by some events of a kind that are few. 0 for what has no such grain.
  public var absoluteFloor: Double { definition.absoluteFloor }

  /// A Boolean value indicating whether only a run that is alone gives it as it is meant. In a duet elapsed
  /// time holds the other side's turns too, and turns are what most of its involuntary switches are; it has
  /// no time line, which the measurements of samples would need.
  public var needsRunAlone: Bool { definition.needsRunAlone }
}

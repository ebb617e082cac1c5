/// A named quantity of the driver or of a service, with unit, polarity, source and exactness.
///
/// The catalogue is closed: a name that is neither in ``all`` nor one of those with a service's name as a
/// prefix is an input error, so a typing error in a file can't create a new, empty metric.
///
/// A metric is only two small numbers, because thousands of runs have dozens of measurements each. Everything
/// else about it is stored once, in its `MetricDefinition`, and the name of its service in ``ServiceNames``.
public struct Metric: Sendable, Hashable, Identifiable {
  private let place: UInt8
  private let serviceNumber: ServiceNames.Number

  /// Its place in the order of tables; a service's metric has that of the driver's.
  public var number: Int { Int(place) }

  /// The measured service; nil for the driver, or for everything.
  public var service: String? { ServiceNames.name(of: serviceNumber) }

  /// A metric of the driver.
  init(_ definition: MetricDefinition) {
    guard let place = MetricDefinition.all.firstIndex(where: { $0 === definition }) else {
      preconditionFailure("\(definition.id) is not in the list of metrics")
    }
    self.init(place: UInt8(place), serviceNumber: ServiceNames.none)
  }

  private init(place: UInt8, serviceNumber: ServiceNames.Number) {
    self.place = place
    self.serviceNumber = serviceNumber
  }

  /// Hashes both numbers at once, because a metric is looked up with every value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number << ServiceNames.Number.bitWidth | Int(serviceNumber))
  }

  /// The driver's metric of the same kind.
  public var ofDriver: Metric { Metric(place: place, serviceNumber: ServiceNames.none) }

  /// A service's metric of the same kind; nil if services don't have it, or if there are too many services.
  public func of(service: String) -> Metric? {
    guard definition.service.origin != nil, let other = ServiceNames.number(of: service) else {
      return nil
    }
    return Metric(place: place, serviceNumber: other)
  }

  /// Every metric of the driver, in the order of tables.
  public static let all = MetricDefinition.all.map { Metric($0) }

  /// The metrics that services have, too.
  public static let ofServices = all.filter { $0.definition.service.origin != nil }

  /// The metrics of a service, in the order of tables.
  public static func all(ofService service: String) -> [Metric] {
    ofServices.compactMap { $0.of(service: service) }
  }

  /// The metric with that name, or nil: `cpu-time`, or `server.cpu-time` for a service called `server`.
  public static func named(_ id: String) -> Metric? {
    if let metric = byName[id] { return metric }
    guard let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")), isService(id[..<dot]) else {
      return nil
    }
    return byName[String(id[id.utf8.index(after: dot)...])]
      .flatMap { $0.of(service: String(id[..<dot])) }
  }

  /// Returns whether a text can name a service, as the part before the dot of a metric's name.
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
  /// - Throws: `DecodingError` if no metric has it.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let name = try value.decode(String.self)
    guard let metric = Metric.named(name) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "There is no metric \(name).")
    }
    self = metric
  }

  /// Writes its name.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(id)
  }
}

/// Any name as a key of JSON, such as that of a metric.
package struct NameKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension Metric: Comparable {
  /// In the order of tables: the driver's before those of services.
  public static func < (a: Metric, b: Metric) -> Bool {
    if a.serviceNumber == b.serviceNumber { return a.number < b.number }
    return (a.service ?? "") < (b.service ?? "")
  }
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
  /// The better direction.
  public var polarity: Polarity { definition.polarity }
  /// The value's meaning, its source and what disturbs it, in a sentence or two.
  public var meaning: String {
    guard let service else { return definition.story.meaning ?? "" }
    return "For the service '\(service)': \(definition.service.meaning ?? "")"
  }
  /// The meaning of the value for a command.
  public var commandMeaning: String { definition.command.meaning ?? meaning }
  /// The value's meaning for processes that were watched while they ran.
  public var meaningWhereAttached: String { definition.attached.meaning ?? meaning }

  /// The origin of the metric's values for a driver that replays a story.
  public func origin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    ((service == nil ? definition.story : definition.service).origin ?? .unknown)(conditions)
  }

  /// The origin of the metric's values for a whole command.
  public func commandOrigin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    definition.command.origin?(conditions) ?? origin(conditions)
  }

  /// The origin of the metric's values for processes that were watched while they ran.
  public func attachedOrigin(_ conditions: MeasurementOrigin.Conditions) -> MeasurementOrigin {
    definition.attached.origin?(conditions) ?? origin(conditions)
  }

  private var definition: MetricDefinition { MetricDefinition.all[number] }

  /// A Boolean value indicating whether it is about a whole run, and so not about a step.
  public var isOfWholeRun: Bool {
    switch ofDriver {
    case .outsideCPUTime, .wholeCPUTime, .outsidePeakMemory, .wholePeakMemory: true
    default: false
    }
  }

  /// A Boolean value indicating whether single steps have values of it, too: samples are of whole stories.
  public var isOfSteps: Bool {
    switch ofDriver {
    case .peakCPU, .lowestCPU, .lowestMemory, .errors: false
    default: !isOfWholeRun
    }
  }

  /// A Boolean value indicating whether moving work out of the steps reduces it without making anything
  /// faster: times and instructions of the steps, of the driver or of a service.
  public var isWorkOfSteps: Bool {
    unit == .nanoseconds && !isOfWholeRun && !Self.latencies.contains(self) || isInstructionCount
  }

  /// All metrics that count instructions.
  public static let instructionCounts: [Metric] = [.instructions, .hardwareInstructions]

  /// A Boolean value indicating whether it counts instructions.
  public var isInstructionCount: Bool { Self.instructionCounts.contains(ofDriver) }

  /// A Boolean value indicating whether it counts allocations, of the driver or of a service.
  public var isAllocationCount: Bool {
    switch ofDriver {
    case .allocations, .allocatedBytes, .peakLiveBytes, .liveBlocks, .liveBytes: true
    default: false
    }
  }

  /// A Boolean value indicating whether 0 is a measurement: of events, and of what is read and written, there may be
  /// none.
  public var mayBeNone: Bool {
    switch ofDriver {
    case .minorFaults, .majorFaults, .voluntarySwitches, .involuntarySwitches, .storageRead,
      .storageWritten:
      true
    default: false
    }
  }

  /// A Boolean value indicating whether it depends on the work of a program alone, apart from the place of its code,
  /// of the driver or of a service.
  public var isOfWork: Bool {
    switch ofDriver {
    case .cpuTime, .treeCPUTime, .outsideCPUTime, .wholeCPUTime, .peakMemory, .peakAnonymousMemory:
      true
    default: isInstructionCount || isAllocationCount
    }
  }

  /// The parts of resident memory at its peak.
  public static let peakParts: [Metric] = [.peakHeap, .peakSlack, .peakFiles, .peakStacks]

  /// A Boolean value indicating whether it is one of ``peakParts``.
  public var isPeakPart: Bool { Self.peakParts.contains(self) }

  /// A Boolean value indicating whether it is what a cycle of a story retains.
  public var isRetention: Bool { ofDriver == .retainedBytes || ofDriver == .retainedBlocks }

  /// The page, in the repository, that says what each metric can't show.
  public static let limitsPage = "Docs/explanation/limits.md"

  /// A difference up to this, in base units, is no finding, however certain. The kernel maps pages of files
  /// around a fault as it sees fit, so copies of one program differ by some pages of resident memory, and by
  /// some events that are rare anyway. 0 for metrics without such a grain.
  public var absoluteFloor: Double { definition.absoluteFloor }

  /// A Boolean value indicating whether only a lone run measures it properly. In a duet elapsed time includes
  /// the other side's turns, and most involuntary switches are turns. A duet also has no time line, which
  /// sampled metrics need, and no control group.
  public var needsRunAlone: Bool { definition.needsRunAlone }

  /// A Boolean value indicating whether turns on all CPUs change it, or leave it out: switches, waiting and samples.
  public var isChangedByTurns: Bool {
    let metric = ofDriver
    return metric.needsRunAlone && !metric.isOfElapsedTime || metric == .voluntarySwitches
      || Self.latencies.contains(metric)
  }

  /// A Boolean value indicating whether it is the elapsed time, or is made from it alone.
  public var isOfElapsedTime: Bool { self == .wallTime || self == .throughput }
}

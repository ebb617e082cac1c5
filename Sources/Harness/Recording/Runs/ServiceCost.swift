import Costs
import Metrics

/// What a service cost over a step, as the harness read it at both ends.
public struct ServiceCost: Sendable, Equatable {
  /// The cost of its process.
  public var cost: Cost
  /// A Boolean value indicating whether its peak began anew with the step.
  public var peakIsOfStep: Bool
  /// Greatest memory within the step that no file backs; nil where it is not known.
  public var peakAnonymous: AnonymousPeak?
  /// The cost of its process and all that it started; nil where it started none.
  public var tree: TreeCost?
  /// What it and all that it started allocated; nil where that was not counted.
  public var allocations: AllocationCost?

  /// A cost.
  public init(
    _ cost: Cost, peakIsOfStep: Bool = true, peakAnonymous: AnonymousPeak? = nil,
    tree: TreeCost? = nil, allocations: AllocationCost? = nil
  ) {
    self.cost = cost
    self.peakIsOfStep = peakIsOfStep
    self.peakAnonymous = peakAnonymous
    self.tree = tree
    self.allocations = allocations
  }
}

extension ServiceCost: Codable {
  private enum CodingKeys: CostKey {
    case cpu, minorFaults, majorFaults, storageRead, storageWritten, peakMemory, peakIsOfStep
    case peakAnonymous, peakAnonymousIsBatched, tree, allocations
  }

  /// Decodes a cost.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var cost = try container.cost()
    cost.storageRead = try container.decodeIfPresent(Bytes.self, forKey: .storageRead)
    cost.storageWritten = try container.decodeIfPresent(Bytes.self, forKey: .storageWritten)
    self.init(
      cost,
      peakIsOfStep: try container.decode(Bool.self, forKey: .peakIsOfStep),
      peakAnonymous: try container.decodeIfPresent(Bytes.self, forKey: .peakAnonymous).map {
        AnonymousPeak(
          bytes: $0,
          isBatched: try container.decodeIfPresent(Bool.self, forKey: .peakAnonymousIsBatched)
            ?? false)
      },
      tree: try container.decodeIfPresent(TreeCost.self, forKey: .tree),
      allocations: try container.decodeIfPresent(AllocationCost.self, forKey: .allocations))
  }

  /// Encodes the cost.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cost)
    try container.encodeIfPresent(cost.storageRead, forKey: .storageRead)
    try container.encodeIfPresent(cost.storageWritten, forKey: .storageWritten)
    try container.encode(peakIsOfStep, forKey: .peakIsOfStep)
    try container.encodeIfPresent(peakAnonymous?.bytes, forKey: .peakAnonymous)
    try container.encodeIfPresent(peakAnonymous?.isBatched, forKey: .peakAnonymousIsBatched)
    try container.encodeIfPresent(tree, forKey: .tree)
    try container.encodeIfPresent(allocations, forKey: .allocations)
  }
}

extension [StepRecord] {
  /// The names of the services beside the driver, in order.
  public var serviceNames: [String] { Set(flatMap(\.services.keys)).sorted() }
}

extension StepRecord {
  /// The same step as if the service had been its driver: all that it cost, by the harness's readings
  /// alone. Nil where nothing of it is recorded.
  fileprivate func seen(of service: String) -> StepRecord? {
    guard let own = services[service] else { return nil }
    return StepRecord(
      story: story, label: label, repetitions: repetitions, start: start, end: end,
      inside: Cost(
        cpu: own.cost.cpu, minorFaults: own.cost.minorFaults, majorFaults: own.cost.majorFaults),
      outside: own.cost, peakIsOfStep: own.peakIsOfStep, peakAnonymous: own.peakAnonymous,
      tree: own.tree, outcome: [:], digest: nil, allocations: own.allocations)
  }
}

/// What was watched of a service besides its steps.
public struct ServiceWatch: Sendable {
  /// Its samples, of at least the story's steps; empty where it was not sampled.
  public var timeline: Timeline
  /// The number of processes that it left behind.
  public var leftBehind: Int

  /// What was watched.
  public init(timeline: Timeline = .empty, leftBehind: Int = 0) {
    self.timeline = timeline
    self.leftBehind = leftBehind
  }
}

extension RunMeasurements {
  /// The measurements of the services of these steps, in base units.
  ///
  /// They are made as those of the driver are. What describes the surroundings is the driver's alone, and
  /// what the harness can't see from outside is missing.
  /// - Parameter watches: what else was watched of each.
  public func values(ofServices watches: [String: ServiceWatch] = [:]) -> [Metric: Double] {
    guard kind != .counted else { return [:] }
    var values: [Metric: Double] = [:]
    for name in steps.serviceNames {
      let own = steps.compactMap { $0.seen(of: name) }
      // One step without it would make the sum another.
      guard own.count == steps.count else { continue }
      let watch = watches[name] ?? ServiceWatch()
      let made = RunMeasurements(
        kind: kind, steps: own, timeline: watch.timeline, machineMemory: 0,
        leftBehind: watch.leftBehind)
      for (metric, value) in made.values where metric.polarity != .context || metric.isOfTree {
        if let metric = metric.of(service: name) { values[metric] = value }
      }
    }
    return values
  }
}

extension RunMeasurements {
  /// The services whose greatest anonymous memory is exact only to the kernel's batches.
  public var batchedServices: [String] {
    steps.serviceNames.filter { name in
      AnonymousPeak.greatest(steps.compactMap { $0.services[name]?.peakAnonymous })?.isBatched
        ?? false
    }
  }
}

extension Metric {
  /// A Boolean value indicating whether it describes the processes that were started, rather than the
  /// surroundings.
  fileprivate var isOfTree: Bool { self == .treeProcesses || self == .outlivingProcesses }
}

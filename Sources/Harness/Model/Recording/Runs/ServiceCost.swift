import DriverProtocol
import Metrics

/// A service's cost over a step, read by the harness at both ends.
public struct ServiceCost: Sendable, Equatable {
  /// The cost of its process.
  public var cost: Cost
  /// A Boolean value indicating whether its peak was reset for the step.
  public var peakIsOfStep: Bool
  /// Greatest memory within the step that is not backed by a file; nil if unknown.
  public var peakAnonymous: AnonymousPeak?
  /// The cost of its process and everything it started; nil if it started nothing.
  public var tree: TreeCost?
  /// The allocations of it and everything it started; nil if they were not counted.
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
  private enum CodingKeys: CodingKey {
    case storageRead, storageWritten, peakIsOfStep, peakAnonymous, peakAnonymousIsBatched, tree,
      allocations
  }

  /// Decodes a cost.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var cost = try OutsideReadings(from: decoder).cost
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
    try OutsideReadings(cost).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
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
  /// The step as if the service had been its driver, with the harness's readings alone. Nil if nothing about
  /// the service is recorded.
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

/// Observations of a service besides its steps.
public struct ServiceWatch: Sendable {
  /// Its samples, of at least the story's steps; empty if it was not sampled.
  public var timeline: Timeline
  /// The number of processes that it left behind.
  public var leftBehind: Int

  /// A service's cost as it was watched.
  public init(timeline: Timeline = .empty, leftBehind: Int = 0) {
    self.timeline = timeline
    self.leftBehind = leftBehind
  }
}

extension RunMeasurements {
  /// The measurements of the services of these steps, in base units; `watches` are the other observations of
  /// each service. They are computed like the driver's. Only the driver has those that describe the
  /// surroundings, and what the harness can't see from outside is missing.
  public func values(ofServices watches: [String: ServiceWatch] = [:]) -> [Metric: Double] {
    guard kind != .counted else { return [:] }
    var values: [Metric: Double] = [:]
    for name in steps.serviceNames {
      let own = steps.compactMap { $0.seen(of: name) }
      // Leaving out one step would change the sum.
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

  /// The services whose greatest anonymous memory is exact only to the kernel's batches.
  public var batchedServices: [String] {
    steps.serviceNames.filter { name in
      AnonymousPeak.greatest(steps.compactMap { $0.services[name]?.peakAnonymous })?.isBatched
        ?? false
    }
  }
}

extension Metric {
  /// A Boolean value indicating whether it describes the started processes, rather than the surroundings.
  fileprivate var isOfTree: Bool { self == .treeProcesses || self == .outlivingProcesses }
}

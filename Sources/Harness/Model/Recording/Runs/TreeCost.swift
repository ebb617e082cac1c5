import DriverProtocol

/// The cost of a process and everything it started within a step.
public struct TreeCost: Sendable, Equatable {
  /// The cost of all of them. Its peak is the greatest sum of resident memory seen at one time: shared pages
  /// count once for each process.
  public var cost: Cost
  /// The greatest number of processes seen at once, the first included.
  public var processes: Int
  /// The greatest memory charged to them at one time, with shared pages counted once; nil without a control
  /// group for memory.
  public var peakCgroupMemory: Bytes?
  /// The greatest sum of their proportional memory (PSS) that was read, swapped memory included; nil if it was not
  /// read.
  public var peakProportionalMemory: Bytes?
  /// The same sum at the end of the step; nil if it was not read, as when steps end so often that reading would
  /// take more than 5 % of one CPU.
  public var endProportionalMemory: Bytes?
  /// How they were found.
  public var source: TreeSource

  /// A cost.
  public init(
    _ cost: Cost, processes: Int, peakCgroupMemory: Bytes?, peakProportionalMemory: Bytes? = nil,
    endProportionalMemory: Bytes? = nil, source: TreeSource
  ) {
    self.cost = cost
    self.processes = processes
    self.peakCgroupMemory = peakCgroupMemory
    self.peakProportionalMemory = peakProportionalMemory
    self.endProportionalMemory = endProportionalMemory
    self.source = source
  }
}

extension TreeCost: Codable {
  private enum CodingKeys: CodingKey {
    case processes, peakCgroupMemory, peakProportionalMemory, endProportionalMemory, source
  }

  /// Decodes a cost.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try OutsideReadings(from: decoder).cost,
      processes: try container.decode(Int.self, forKey: .processes),
      peakCgroupMemory: try container.decodeIfPresent(Bytes.self, forKey: .peakCgroupMemory),
      peakProportionalMemory: try container.decodeIfPresent(
        Bytes.self, forKey: .peakProportionalMemory),
      endProportionalMemory: try container.decodeIfPresent(
        Bytes.self, forKey: .endProportionalMemory),
      source: try container.decode(TreeSource.self, forKey: .source))
  }

  /// Encodes the cost.
  public func encode(to encoder: any Encoder) throws {
    try OutsideReadings(cost).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(processes, forKey: .processes)
    try container.encodeIfPresent(peakCgroupMemory, forKey: .peakCgroupMemory)
    try container.encodeIfPresent(peakProportionalMemory, forKey: .peakProportionalMemory)
    try container.encodeIfPresent(endProportionalMemory, forKey: .endProportionalMemory)
    try container.encode(source, forKey: .source)
  }
}

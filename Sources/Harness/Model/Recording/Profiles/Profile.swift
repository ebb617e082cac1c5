import Metrics

/// The CPU time of a run's steps by call path, from a sampling profiler; or what their threads waited; or their
/// allocations, from the allocation counter, in blocks or bytes.
///
/// A tree of calls: each node is a function as called by its parent, or inlined into it, with the samples
/// taken in itself. What it spent in its callees is in their nodes. For allocations, each block or byte is a
/// sample.
public struct Profile: Sendable, Equatable {
  /// The functions, each once.
  public let functions: [ProfiledFunction]
  /// The nodes. Every parent comes before its children, and each function appears once below a parent, or
  /// twice: as called and as inlined.
  public let nodes: [Node]
  /// The unit of the counts.
  public let unit: Unit
  /// The CPU time of one sample, ns; for blocks and bytes 1, or one divided by the number of cycles.
  public let samplePeriod: Double
  /// The number of samples in all nodes.
  public let samples: Int
  /// The number of samples that the profiler took but could not keep.
  public let lostSamples: Int
  /// The number of samples of each type of Swift object, by its name with its module; empty for CPU time.
  public let types: [String: Int]
  /// The separation of inlined functions from those that they were inlined into; nil if not asked for.
  public let inlining: Inlining?

  /// The unit that a profile counts.
  public enum Unit: String, Sendable, Codable, CaseIterable {
    /// CPU time, ns.
    case cpuTime = "cpu-time"
    /// The time that threads waited, ns; each sample is one microsecond.
    case offCPUTime = "off-cpu-time"
    /// Allocated blocks.
    case blocks
    /// Allocated bytes.
    case bytes
  }

  /// The separation of inlined functions from those that they were inlined into.
  public enum Inlining: String, Sendable, Codable, CaseIterable {
    /// Inlined functions are separate.
    case told
    /// The program has no debug information, which alone names inlined functions.
    case noDebugInformation = "no-debug-information"
    /// No program that reads debug information is installed.
    case noTool = "no-tool"
    /// The program that reads it failed.
    case toolFailed = "tool-failed"

    /// The answer for several profiles together: told only if all that were asked keep them separate.
    public static func together(_ answers: [Self?]) -> Self? {
      let all = answers.compactMap(\.self)
      return all.first { $0 != .told } ?? all.first
    }
  }

  /// A function as called by another.
  public struct Node: Sendable, Hashable {
    /// The place of the caller's node; nil if there is no caller.
    public var parent: Int?
    /// The place of the function.
    public var function: Int
    /// The number of samples in the function itself, not in what it called.
    public var samples: Int
    /// A Boolean value indicating whether the compiler inlined it into its caller.
    public var isInlined: Bool
    /// The number of waits that these samples are; 0 if nobody waited, or if waits were not counted.
    public var waits: Int

    /// A node.
    public init(
      parent: Int?, function: Int, samples: Int, isInlined: Bool = false, waits: Int = 0
    ) {
      self.parent = parent
      self.function = function
      self.samples = samples
      self.isInlined = isInlined
      self.waits = waits
    }
  }

  /// A profile.
  /// - Throws: ``RecordingError`` if nodes and functions are inconsistent.
  public init(
    functions: [ProfiledFunction], nodes: [Node], unit: Unit = .cpuTime, samplePeriod: Double,
    lostSamples: Int, types: [String: Int] = [:], inlining: Inlining? = nil
  ) throws(RecordingError) {
    var samples = 0
    for (place, node) in nodes.enumerated() {
      let (sum, isTooGreat) = samples.addingReportingOverflow(node.samples)
      guard functions.indices.contains(node.function), node.samples >= 0, node.waits >= 0,
        !isTooGreat, node.parent.map({ (0..<place).contains($0) }) ?? true
      else { throw RecordingError.damagedProfile(node: place) }
      samples = sum
    }
    self.samples = samples
    guard samplePeriod > 0, samplePeriod.isFinite, lostSamples >= 0,
      types.values.allSatisfy({ $0 >= 0 })
    else { throw RecordingError.damagedProfile(node: nil) }
    self.functions = functions
    self.nodes = nodes
    self.samplePeriod = samplePeriod
    self.lostSamples = lostSamples
    self.unit = unit
    self.types = types
    self.inlining = inlining
  }

  /// A Boolean value indicating whether it has the number of waits for all its samples. Profiles of other units lack
  /// it, and those that were stored before waits were counted.
  public var countsWaits: Bool { nodes.allSatisfy { $0.samples == 0 || $0.waits > 0 } }
}

extension Profile.Unit {
  /// The unit of a profile that explains a time; nil for metrics that are no such time.
  public init?(ofTime metric: Metric) {
    switch metric {
    case .cpuTime: self = .cpuTime
    case .offCPUTime: self = .offCPUTime
    default: return nil
    }
  }

  /// A Boolean value indicating whether it is a time, in ns.
  public var isTime: Bool { self == .cpuTime || self == .offCPUTime }
}

extension Metric {
  /// A Boolean value indicating whether profiles of pairs explain it; otherwise counts do, if anything.
  public var isExplainedByProfiles: Bool { Profile.Unit(ofTime: self) != nil }
}

/// Builds a profile from paths, one after the other.
public struct ProfileBuilder {
  private var functions: [ProfiledFunction: Int] = [:]
  private var nodes: [Profile.Node] = []
  private var places: [Profile.Node: Int] = [:]
  private var types: [String: Int] = [:]

  /// A builder of an empty profile.
  public init() {}

  /// Adds samples of a call path, the outermost function first; an empty path is ignored. The type is that of
  /// the objects; nil if there is none. `waits` says how many waits the samples are.
  public mutating func add(
    calls: some Sequence<ProfiledCall>, samples: Int = 1, waits: Int = 0,
    ofType type: String? = nil
  ) {
    var place: Int?
    for call in calls {
      let known = functions[call.function] ?? functions.count
      functions[call.function] = known
      let key = Profile.Node(parent: place, function: known, samples: 0, isInlined: call.isInlined)
      if let next = places[key] {
        place = next
      } else {
        nodes.append(key)
        places[key] = nodes.count - 1
        place = nodes.count - 1
      }
    }
    if let place {
      nodes[place].samples += samples
      nodes[place].waits += waits
      if let type { types[type, default: 0] += samples }
    }
  }

  /// The profile of everything that was added.
  /// - Throws: ``RecordingError`` if a number is impossible.
  public func profile(
    in unit: Profile.Unit = .cpuTime, samplePeriod: Double, lostSamples: Int = 0,
    inlining: Profile.Inlining? = nil
  ) throws(RecordingError) -> Profile {
    try Profile(
      functions: functions.sorted { $0.value < $1.value }.map(\.key), nodes: nodes,
      unit: unit, samplePeriod: samplePeriod, lostSamples: lostSamples, types: types,
      inlining: inlining)
  }
}

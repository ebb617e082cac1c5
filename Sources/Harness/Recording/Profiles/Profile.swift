/// The CPU time of a run's steps by call path, as a sampling profiler saw it; or what they allocated, as the
/// counter of allocations saw it, in blocks or bytes.
///
/// A tree of calls: each node is a function as it was called by its parent, or inlined into it, and has the
/// samples that were taken in itself. What it spent in its callees is in their nodes. Of what was allocated
/// each block, or each byte, is a sample.
public struct Profile: Sendable, Equatable {
  /// The functions, each once.
  public let functions: [ProfiledFunction]
  /// The nodes; every parent stands before its children, and of one parent each function once, or once as it
  /// was called and once as it was inlined.
  public let nodes: [Node]
  /// What is counted.
  public let unit: Unit
  /// The CPU time that one sample stands for, ns; of blocks and bytes 1, or one by the number of cycles.
  public let samplePeriod: Double
  /// The number of samples in all nodes.
  public let samples: Int
  /// The number of samples that the profiler took and could not keep.
  public let lostSamples: Int
  /// Of the samples those of each type of Swift object, by its name with its module; empty of CPU time.
  public let types: [String: Int]
  /// Whether inlined functions are told apart from those that they were inlined into; nil where nobody asked.
  public let inlining: Inlining?

  /// What a profile counts.
  public enum Unit: String, Sendable, Codable, CaseIterable {
    /// CPU time, ns.
    case cpuTime = "cpu-time"
    /// Allocated blocks.
    case blocks
    /// Allocated bytes.
    case bytes
  }

  /// Whether inlined functions are told apart from those that they were inlined into.
  public enum Inlining: String, Sendable, Codable, CaseIterable {
    /// They are.
    case told
    /// The program has no debug information, which alone names them.
    case noDebugInformation = "no-debug-information"
    /// There is no program that reads debug information.
    case noTool = "no-tool"
    /// The program that reads it failed.
    case toolFailed = "tool-failed"

    /// What is so of several profiles together: told only where each tells that was asked at all.
    public static func together(_ answers: [Self?]) -> Self? {
      let all = answers.compactMap(\.self)
      return all.first { $0 != .told } ?? all.first
    }
  }

  /// A function as it was called by another.
  public struct Node: Sendable, Hashable {
    /// The place of the caller's node; nil of a function that was called by none.
    public var parent: Int?
    /// The place of the function.
    public var function: Int
    /// The number of samples in the function itself, not in what it called.
    public var samples: Int
    /// A Boolean value indicating whether the compiler inlined it into its caller.
    public var isInlined: Bool

    /// A node.
    public init(parent: Int?, function: Int, samples: Int, isInlined: Bool = false) {
      self.parent = parent
      self.function = function
      self.samples = samples
      self.isInlined = isInlined
    }
  }

  /// A profile.
  /// - Throws: ``ProfileError`` where nodes and functions don't fit each other.
  public init(
    functions: [ProfiledFunction], nodes: [Node], unit: Unit = .cpuTime, samplePeriod: Double,
    lostSamples: Int, types: [String: Int] = [:], inlining: Inlining? = nil
  ) throws(ProfileError) {
    var samples = 0
    for (place, node) in nodes.enumerated() {
      let (sum, isTooGreat) = samples.addingReportingOverflow(node.samples)
      guard functions.indices.contains(node.function), node.samples >= 0, !isTooGreat,
        node.parent.map({ (0..<place).contains($0) }) ?? true
      else { throw ProfileError(place: place) }
      samples = sum
    }
    self.samples = samples
    guard samplePeriod > 0, samplePeriod.isFinite, lostSamples >= 0,
      types.values.allSatisfy({ $0 >= 0 })
    else {
      throw ProfileError(place: nil)
    }
    self.functions = functions
    self.nodes = nodes
    self.samplePeriod = samplePeriod
    self.lostSamples = lostSamples
    self.unit = unit
    self.types = types
    self.inlining = inlining
  }

  /// The functions that lead to a node, the outermost first, the node's own last.
  public func path(to place: Int) -> [ProfiledFunction] {
    var path: [ProfiledFunction] = []
    var next: Int? = place
    while let place = next {
      path.append(functions[nodes[place].function])
      next = nodes[place].parent
    }
    return path.reversed()
  }
}

/// A profile contradicts itself.
public struct ProfileError: Error, Equatable, CustomStringConvertible {
  /// The place of the first node that is wrong; nil where another number is.
  public let place: Int?

  /// The part of the profile that is wrong.
  public var description: String {
    place.map { "The profile is damaged: its node \($0) names what is not there." }
      ?? "The profile is damaged: the time of a sample, or the number of lost ones, can't be."
  }
}

/// Puts a profile together from paths, one after the other.
public struct ProfileBuilder {
  private var functions: [ProfiledFunction: Int] = [:]
  private var nodes: [Profile.Node] = []
  private var places: [Profile.Node: Int] = [:]
  private var types: [String: Int] = [:]

  /// A builder of an empty profile.
  public init() {}

  /// Adds samples of a path of calls, whose outermost function stands first; an empty path is left out.
  /// - Parameter type: the type of the objects; nil where there is none.
  public mutating func add(
    _ path: some Sequence<ProfiledFunction>, samples: Int = 1, ofType type: String? = nil
  ) {
    add(calls: path.map { ProfiledCall($0) }, samples: samples, ofType: type)
  }

  /// Adds samples of a path of which functions may be inlined.
  public mutating func add(
    calls: some Sequence<ProfiledCall>, samples: Int = 1, ofType type: String? = nil
  ) {
    var place: Int?
    for call in calls {
      let known = functions[call.function] ?? functions.count
      functions[call.function] = known
      let key = Profile.Node(
        parent: place, function: known, samples: 0, isInlined: call.isInlined)
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
      if let type { types[type, default: 0] += samples }
    }
  }

  /// The profile of all that was added.
  /// - Throws: ``ProfileError`` where a number can't be.
  public func profile(
    in unit: Profile.Unit = .cpuTime, samplePeriod: Double, lostSamples: Int = 0,
    inlining: Profile.Inlining? = nil
  ) throws(ProfileError) -> Profile {
    try Profile(
      functions: functions.sorted { $0.value < $1.value }.map(\.key), nodes: nodes,
      unit: unit, samplePeriod: samplePeriod, lostSamples: lostSamples, types: types,
      inlining: inlining)
  }
}

import Metrics
import Recording
import Statistics

/// The functions that account for a story's change between two builds, in CPU time, in waiting or in allocations.
///
/// Both sides of each pair were profiled at the same time. For each function and call path, the paired
/// differences give an estimate with its interval, and a p value that is adjusted for all functions and paths
/// of the story, and for the number of waits beside their time: if nothing changed, at most one explanation in a
/// hundred shows anything. Allocations have no p values: counts that repeat are compared exactly.
public struct Explanation: Sendable, Equatable {
  /// The story.
  public let story: String
  /// The explained metric: CPU time, off-CPU time, or one of those of allocations.
  public var metric = Metric.cpuTime
  /// The name of the baseline build.
  public let baseline: String
  /// The name of the candidate build.
  public let candidate: String
  /// The number of pairs with profiles of both sides; for allocations, the number of counts.
  public let pairs: Int
  /// The explained time of all steps together; for waiting, that of all threads.
  public let total: CostChange
  /// The functions: shown ones first, then by the size of the change.
  public let functions: [FunctionChange]
  /// The calls of both sides together, and those in the run queue below a root of their own.
  public let tree: DifferenceTree
  /// The part of the change that is neither in a shown function nor in what the shown functions of the app
  /// call.
  public let notLocated: CostChange
  /// The number of samples of all pairs.
  public let samples: Pair<Int>
  /// The number of samples that the profiler lost.
  public let lostSamples: Pair<Int>
  /// The instructions of all functions; nil if they were not counted.
  public var instructions: Pair<Double>?
  /// The number of code layouts that each side was measured in.
  public var layouts = 1
  /// The objects of each Swift type, greatest change in number first; empty for CPU time.
  public var types: [TypeChange] = []
  /// The number of functions and types whose counts don't repeat; 0 for CPU time.
  public var unrepeated = 0
  /// The separation of inlined functions from those that they were inlined into; nil if not asked for.
  public var inlining: Profile.Inlining?
  /// The reason for uncounted calls and instructions, as part of a sentence; nil if counted or unknown.
  public var uncounted: String?
  /// The builds that held more after the last cycle than after the warm-up, although their cycles are not shown to
  /// retain what is explained.
  public var unretained: [String] = []
  /// The services that are left out; empty for times, which include them.
  public var servicesLeftOut: [String] = []
  /// The share of the time in functions of programs whose caller is unknown.
  public var flatShare = 0.0
  /// The time for which threads were ready to run, but had no CPU, which no other time includes; nil if there was none.
  public var runQueue: CostChange?

  /// A Boolean value indicating whether it is known when woken threads were ready to run; otherwise the run queue has
  /// only threads that lost their CPU to others.
  public var hasWakeUps: Bool {
    tree.nodes.contains { $0.parent == nil && $0.function.waitReason == .runQueue }
  }

  /// A Boolean value indicating whether it explains a time, from profiles; otherwise it explains counts.
  public var isOfTime: Bool { metric.isExplainedByProfiles }

  /// A Boolean value indicating whether only one build was measured, as both sides.
  public var isOfOne: Bool { baseline == candidate }
}

/// The number or the bytes of a Swift type's objects on both sides.
public struct TypeChange: Sendable, Equatable {
  /// The type's name with its module.
  public let type: String
  /// The change.
  public let change: CostChange
}

/// The calls of both sides in one tree.
public struct DifferenceTree: Sendable, Equatable {
  /// The nodes; every parent stands before its children.
  public let nodes: [Node]

  /// A function as called by another.
  public struct Node: Sendable, Equatable {
    /// The place of the caller's node; nil if there is no caller.
    public let parent: Int?
    /// The function.
    public let function: ProfiledFunction
    /// The time in the function itself, when called from here, ns per run on both sides.
    public let own: Pair<Double>
    /// The time in it and in all that it called.
    public let inclusive: CostChange
    /// Boolean values indicating whether the compiler inlined it here, on each side.
    public let isInlined: Pair<Bool>

    /// Creates a node.
    public init(
      parent: Int?, function: ProfiledFunction, own: Pair<Double>, inclusive: CostChange,
      isInlined: Pair<Bool> = Pair(baseline: false, candidate: false)
    ) {
      self.isInlined = isInlined
      self.parent = parent
      self.function = function
      self.own = own
      self.inclusive = inclusive
    }
  }
}

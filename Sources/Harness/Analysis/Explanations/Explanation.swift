import Metrics
import Recording
import Statistics

/// The functions that account for the change of a story between two builds: of its CPU time, or of what it
/// allocates.
///
/// Both sides of each pair were profiled at the same time. For each function, and each call path, the
/// paired differences give an estimate with its interval, and a p value that is adjusted for all
/// functions and paths of the story: where nothing changed, at most one explanation in a hundred shows
/// any. Of what is allocated there are no p values: counts that repeat are compared exactly.
public struct Explanation: Sendable, Equatable {
  /// The story.
  public let story: String
  /// The metric whose change is explained: CPU time, or one of those of allocations.
  public let metric: Metric
  /// The name of the build that is compared with.
  public let baseline: String
  /// The name of the build that is judged.
  public let candidate: String
  /// The number of pairs of which both sides have a profile; of what is allocated the number of counts.
  public let pairs: Int
  /// The CPU time of all steps together.
  public let total: CostChange
  /// The functions, those that are shown first, and of these the one that changed most.
  public let functions: [FunctionChange]
  /// The calls of both sides together.
  public let tree: DifferenceTree
  /// The part of the change that is in no function that is shown, nor in what the app's among them call.
  public let notLocated: CostChange
  /// The number of samples of all pairs.
  public let samples: Pair<Int>
  /// The number of samples that the profiler could not keep.
  public let lostSamples: Pair<Int>
  /// The instructions of all functions; nil where they were not counted.
  public let instructions: Pair<Double>?
  /// In how many layouts of its code each side was measured.
  public let layouts: Int
  /// The objects of each Swift type, those first whose number changed most; empty of CPU time.
  public let types: [TypeChange]
  /// The number of functions and types whose counts don't repeat; 0 of CPU time.
  public let unrepeated: Int
  /// Whether inlined functions are told apart from those that they were inlined into; nil where nobody asked.
  public let inlining: Profile.Inlining?
  /// Why calls and instructions were not counted, to stand within a sentence; nil where they were, or nothing says.
  public let uncounted: String?
  /// The share of the time that is in programs' functions of which no caller is known.
  public let flatShare: Double

  /// A Boolean value indicating whether one build alone was measured: it is both sides.
  public var isOfOne: Bool { baseline == candidate }

  /// An explanation.
  public init(
    story: String, metric: Metric = .cpuTime, baseline: String, candidate: String, pairs: Int,
    total: CostChange,
    functions: [FunctionChange], tree: DifferenceTree, notLocated: CostChange,
    samples: Pair<Int>, lostSamples: Pair<Int>, instructions: Pair<Double>? = nil, layouts: Int = 1,
    types: [TypeChange] = [], unrepeated: Int = 0, inlining: Profile.Inlining? = nil,
    uncounted: String? = nil, flatShare: Double = 0
  ) {
    self.uncounted = uncounted
    self.flatShare = flatShare
    self.story = story
    self.inlining = inlining
    self.metric = metric
    self.types = types
    self.unrepeated = unrepeated
    self.baseline = baseline
    self.candidate = candidate
    self.pairs = pairs
    self.total = total
    self.functions = functions
    self.tree = tree
    self.notLocated = notLocated
    self.samples = samples
    self.lostSamples = lostSamples
    self.instructions = instructions
    self.layouts = layouts
  }
}

/// How many objects of a Swift type, or bytes of them, there are on both sides.
public struct TypeChange: Sendable, Equatable {
  /// The type's name with its module.
  public let type: String
  /// The change.
  public let change: CostChange

  /// A change.
  public init(type: String, change: CostChange) {
    self.type = type
    self.change = change
  }
}

/// The kind of a function's change. Whether it became more or less tells the sign of its difference.
public enum ChangeKind: String, Sendable, Codable, CaseIterable {
  /// It is called more, or less, often.
  case calls
  /// A call takes more, or fewer, instructions.
  case work
  /// The same instructions take longer, or less long: caches, the place of the code, waiting.
  case speed
  /// The time is in another function now, and the sum of both is the same.
  case moved
  /// Only what it calls changed.
  case callees
  /// The candidate alone has it.
  case appeared
  /// The baseline alone has it.
  case vanished
}

/// The calls of both sides in one tree.
public struct DifferenceTree: Sendable, Equatable {
  /// The nodes; every parent stands before its children.
  public let nodes: [Node]

  /// A function as it was called by another.
  public struct Node: Sendable, Equatable {
    /// The place of the caller's node; nil of a function that was called by none.
    public let parent: Int?
    /// The function.
    public let function: ProfiledFunction
    /// The time in the function itself, as it was called here, ns a run on both sides.
    public let own: Pair<Double>
    /// The time in it and in all that it called.
    public let inclusive: CostChange
    /// Whether the compiler inlined it here, on either side.
    public let isInlined: Pair<Bool>

    /// A node.
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

  /// A tree.
  public init(nodes: [Node]) { self.nodes = nodes }
}

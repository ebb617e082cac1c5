import Metrics
import Recording
import Scenarios
import Statistics

extension Explanation {
  /// Finds what accounts for the change in a story's allocations, from profiles of both sides, count by
  /// count. Most programs repeat their allocations to the block, so a function whose counts repeat is
  /// compared exactly. If they don't, a change is shown only if the sides are further apart than either
  /// side's own spread.
  /// - Throws: `StatisticsError` if a value is invalid.
  public init(
    story: String, metric: Metric, baseline: String, candidate: String, counts: [Pair<Profile>]
  ) throws(StatisticsError) {
    let joint = JointProfile(counts)
    var changes: [Int: (own: CostChange, inclusive: CostChange)] = [:]
    var unrepeated = 0
    for (function, times) in joint.times.enumerated() {
      changes[function] = (
        try CostChange(counted: times.own), try CostChange(counted: times.inclusive)
      )
      if times.own.varies { unrepeated += 1 }
    }
    var types: [TypeChange] = []
    for (type, times) in joint.types {
      types.append(TypeChange(type: type, change: try CostChange(counted: times)))
      if times.varies { unrepeated += 1 }
    }
    let harness = joint.harness
    let functions = changes.map { number, change in
      FunctionChange(
        function: joint.functions[number], own: change.own, inclusive: change.inclusive,
        kind: ChangeKind(own: change.own, inclusive: change.inclusive, witness: nil),
        isInlined: joint.inlinings[number].isInlined, attributed: change.own.difference.point,
        isHarness: harness.contains(number))
    }
    var unexplained = joint.total.differences
    for (number, change) in changes where change.own.isShown {
      for (count, part) in joint.times[number].own.differences.enumerated() {
        unexplained[count] -= part
      }
    }
    let isOfOne = baseline == candidate
    self.init(
      story: story, metric: metric, baseline: baseline, candidate: candidate, pairs: counts.count,
      total: try CostChange(counted: joint.total),
      functions: functions.sorted(by: isOfOne ? FunctionChange.isGreater : FunctionChange.isWorse),
      tree: try DifferenceTree(counted: joint),
      notLocated: CostChange(
        baseline: 0, candidate: 0, difference: try Estimate(spread: unexplained), pValue: nil,
        isShown: false),
      samples: Pair(
        baseline: counts.reduce(0) { $0 &+ $1.baseline.samples },
        candidate: counts.reduce(0) { $0 &+ $1.candidate.samples }),
      lostSamples: Pair(
        baseline: counts.map(\.baseline.lostSamples).max() ?? 0,
        candidate: counts.map(\.candidate.lostSamples).max() ?? 0),
      types: types.sorted(by: isOfOne ? TypeChange.isGreater : TypeChange.isWorse),
      unrepeated: unrepeated, inlining: joint.inlining)
  }
}

extension ExperimentAnalysis {
  /// How often each side is counted: two counts could agree by chance.
  public static let countsOfExplanations = 3

  /// Finds what accounts for the change in what a story allocates.
  func explainCounts(
    of metric: Metric, _ story: String, _ decision: Decision
  ) throws(StatisticsError) -> StoryExplanation.Answer {
    let own = runs.filter { $0.story == story }
    if metric.isRetention, own.isEmpty { return .unexplained(.noCycle) }
    let counts = decision.profiles(of: own)
    guard counts.count >= Self.countsOfExplanations else {
      if let failure = own.lazy.compactMap(\.failure).first(where: \.reason.isItsOwn) {
        return .unexplained(
          failure.reason == .notMeasured ? .failed(failure) : .failedWhileRecorded(failure))
      }
      return .unexplained(.tooFewCounts(found: counts.count, needed: Self.countsOfExplanations))
    }
    var explanation = try Explanation(
      story: story, metric: metric, baseline: decision.baseline, candidate: decision.candidate,
      counts: counts)
    explanation.servicesLeftOut = scenario?.services.map(\.name) ?? []
    if metric.isRetention {
      let leaking = retentions.filter {
        $0.story == story && $0.test(of: metric).verdict == .retains
      }.map(\.build)
      let total = explanation.total
      let held = [(decision.baseline, total.baseline), (decision.candidate, total.candidate)]
      explanation.unretained = held.filter { $1 > 0 && !leaking.contains($0) }.map(\.0).uniqued
    }
    return .explained(explanation)
  }
}

extension CostChange {
  init(counted times: JointProfile.Times) throws(StatisticsError) {
    let count = Double(max(1, times.baseline.count))
    func range(_ values: [Double]) -> (low: Double, high: Double) {
      (values.min() ?? 0, values.max() ?? 0)
    }
    let (before, after) = (range(times.baseline), range(times.candidate))
    let gap = max(after.low - before.high, before.low - after.high)
    let spread = max(before.high - before.low, after.high - after.low)
    self.init(
      baseline: times.baseline.reduce(0, +) / count,
      candidate: times.candidate.reduce(0, +) / count,
      difference: try Estimate(
        spread: times.candidate.flatMap { after in times.baseline.map { after - $0 } }),
      pValue: nil, isShown: gap > spread)
  }
}

extension Estimate {
  /// The mean of the differences, with the least and the greatest; the level of 95 % is only how these are
  /// displayed.
  fileprivate init(spread values: [Double]) throws(StatisticsError) {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    try self.init(
      point: min(max(mean, low), high), lower: low, upper: high, standardError: 0,
      confidenceLevel: 0.95)
  }
}

extension JointProfile.Times {
  /// A Boolean value indicating whether a side's counts differ from run to run.
  fileprivate var varies: Bool {
    [baseline, candidate].contains { values in values.contains { $0 != values.first } }
  }
}

extension FunctionChange {
  /// For one build: returns whether a function allocates more than another.
  fileprivate static func isGreater(_ a: FunctionChange, _ b: FunctionChange) -> Bool {
    let (first, second) = (a.own.candidate, b.own.candidate)
    return first == second ? a.function.name < b.function.name : first > second
  }
}

extension TypeChange {
  fileprivate static func isGreater(_ a: TypeChange, _ b: TypeChange) -> Bool {
    let (first, second) = (a.change.candidate, b.change.candidate)
    return first == second ? a.type < b.type : first > second
  }

  fileprivate static func isWorse(_ a: TypeChange, _ b: TypeChange) -> Bool {
    let (first, second) = (abs(a.change.difference.point), abs(b.change.difference.point))
    return first == second ? a.type < b.type : first > second
  }
}

extension DifferenceTree {
  /// Creates the tree of all paths with a part of the counts.
  fileprivate init(counted joint: JointProfile) throws(StatisticsError) {
    let least = joint.total.sum * Explanation.leastShare
    var kept: [(place: Int, change: CostChange)] = []
    for (place, node) in joint.nodes.enumerated() {
      let change = try CostChange(counted: node.inclusive)
      // What changed is drawn however small it is.
      if node.inclusive.sum >= least || change.isShown { kept.append((place, change)) }
    }
    self.init(joint, kept)
  }
}

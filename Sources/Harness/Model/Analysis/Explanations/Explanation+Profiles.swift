import Metrics
import Recording
import Statistics

extension Explanation {
  /// The chance of naming any function of any story although nothing changed.
  public static let alpha = 0.01
  /// The share of the time below which a function or a path is not tested: less can't account for a change
  /// that a check shows.
  static let leastShare = 0.001

  /// Finds what accounts for a story's change, from profiles of both sides of each pair, and from the exact
  /// work of both sides. If that was not counted it is nil, and `uncounted` says why, as part of a sentence.
  /// This many `stories` share the chance of naming a function by mistake, and each side was measured in this
  /// many code `layouts`.
  /// - Throws: `StatisticsError` for fewer than two pairs.
  public init(
    story: String, metric: Metric = .cpuTime, baseline: String, candidate: String,
    profiles: [Pair<Profile>],
    work: Pair<CallCounts>? = nil, stories: Int = 1, layouts: Int = 1,
    uncounted: String? = nil
  ) throws(StatisticsError) {
    let joint = JointProfile(profiles)
    let alpha = Self.alpha / Double(max(1, stories))
    let total = joint.total
    // Threads that wait for work within a step would hide what others wait.
    let least = metric == .cpuTime ? total.sum * Self.leastShare : 0
    let areWaitsCounted = profiles.allSatisfy {
      $0.baseline.countsWaits && $0.candidate.countsWaits
    }
    let all = try CostChanges.all(
      in: areWaitsCounted ? [joint, JointProfile(profiles, .waits)] : [joint],
      least: least, alpha: alpha)
    let (times, waits) = (all[0], all.dropFirst().first)
    let queue = JointProfile(metric == .cpuTime ? [] : profiles, .runQueue)
    let runQueue: CostChange? =
      try queue.total.sum > 0 ? CostChange(queue.total, pValue: nil, alpha: alpha) : nil
    let harness = joint.harness
    let depths = joint.depths
    let works = work.map(WorkIndex.init)
    var functions: [FunctionChange] = []
    for (number, change) in times.changes {
      let function = joint.functions[number]
      let witness = SymbolWitness(
        joint.inlinings[number], own: change.own, runs: joint.pairs,
        work: works?.work(of: function))
      let waiting = waits?.changes[number]?.inclusive
      var kind = ChangeKind(own: change.own, inclusive: change.inclusive, witness: witness)
      // What did not wait on one side is not new on the other.
      if metric != .cpuTime, kind == .appeared || kind == .vanished { kind = nil }
      let haveWaitsMoved = waits?.moved.contains(number) ?? false
      let isTimeShown = change.own.isShown || change.inclusive.isShown
      if times.moved.contains(number) || haveWaitsMoved && !isTimeShown {
        kind = .moved
      } else if waiting?.isShown == true, !haveWaitsMoved {
        kind = .waits
      }
      functions.append(
        FunctionChange(
          function: function, own: change.own, inclusive: change.inclusive,
          kind: kind, work: witness.work, isInlined: joint.inlinings[number].isInlined,
          attributed: times.attributed[number] ?? change.own.difference.point,
          isHarness: harness.contains(number), depth: depths[number], waits: waiting,
          attributedWaits: waits?.attributed[number] ?? 0))
    }
    let accounting = Set(functions.filter(\.accountsForTime).map(\.function))
    let rest = times.attribution.rest(
      without: Set(joint.functions.indices.filter { accounting.contains(joint.functions[$0]) }),
      Set(times.changes.filter(\.value.own.isShown).keys).subtracting(harness))
    self.init(
      story: story, metric: metric, baseline: baseline, candidate: candidate,
      pairs: profiles.count,
      total: try CostChange(total, pValue: nil, alpha: alpha),
      functions: functions.sorted(by: FunctionChange.isWorse),
      tree: try DifferenceTree(joint, shown: times.changes, least: least, alpha: alpha)
        .adding(queue, runQueue),
      notLocated: CostChange(
        baseline: 0, candidate: 0, difference: try PairedDifference.estimate(rest),
        pValue: nil, isShown: false),
      samples: Pair(
        baseline: profiles.reduce(0) { $0 + $1.baseline.samples },
        candidate: profiles.reduce(0) { $0 + $1.candidate.samples }),
      lostSamples: Pair(
        baseline: profiles.reduce(0) { $0 + $1.baseline.lostSamples },
        candidate: profiles.reduce(0) { $0 + $1.candidate.lostSamples }),
      instructions: work.map {
        Pair(baseline: $0.baseline.instructions, candidate: $0.candidate.instructions)
      }, layouts: layouts, inlining: joint.inlining, uncounted: uncounted,
      flatShare: joint.flatShare,
      runQueue: runQueue)
  }
}

extension CostChange {
  /// Compares times pair by pair. The p value is one story's, and `alpha` is the story's share of
  /// ``Explanation/alpha``.
  init(_ times: JointProfile.Times, pValue: Double?, alpha: Double) throws(StatisticsError) {
    let count = Double(max(1, times.baseline.count))
    self.init(
      baseline: times.baseline.reduce(0, +) / count,
      candidate: times.candidate.reduce(0, +) / count,
      difference: try PairedDifference.estimate(times.differences),
      // Bonferroni over the stories, so that the whole level shows a change.
      pValue: pValue.map { min(1, $0 * Explanation.alpha / alpha) },
      isShown: pValue.map { $0 <= alpha } ?? false)
  }
}

extension FunctionChange {
  /// Returns whether a change comes before another. What changed itself comes before what merely calls it,
  /// then what only waits more or less often, what is not shown, and the driver's kit. Within these the greater
  /// change comes first, or the greater attributed change, or the deeper function.
  static func isWorse(_ a: FunctionChange, _ b: FunctionChange) -> Bool {
    func rank(_ change: FunctionChange) -> (Int, Double, Double) {
      if change.isHarness { return (-1, abs(change.own.difference.point), 0) }
      if change.own.isShown {
        return (change.kind == .moved ? 3 : 4, abs(change.own.difference.point), 0)
      }
      if change.inclusive.isShown {
        return (2, change.accountsForTime ? abs(change.attributed) : 0, change.depth)
      }
      guard change.isShown else { return (0, abs(change.inclusive.difference.point), 0) }
      return (1, change.accounts ? abs(change.attributedWaits) : 0, change.depth)
    }
    let (first, second) = (rank(a), rank(b))
    return first == second ? a.function.name < b.function.name : first > second
  }
}

extension DifferenceTree {
  /// Creates the tree of all paths with a share of the time. A path is tested only if its function is shown,
  /// together with all such paths, so this adds no false findings.
  init(
    _ joint: JointProfile, shown: [Int: (own: CostChange, inclusive: CostChange)], least: Double,
    alpha: Double
  ) throws(StatisticsError) {
    let kept = joint.nodes.indices.filter { joint.nodes[$0].inclusive.sum >= max(least, 1) }
    let tested = kept.filter { shown[joint.nodes[$0].function]?.inclusive.isShown ?? false }
    let family = try SignFlipFamily(tested.map { joint.nodes[$0].inclusive.differences }, seed: 2)
    let pValues = Dictionary(uniqueKeysWithValues: zip(tested, family.pValues))
    self.init(
      joint,
      try kept.map { place throws(StatisticsError) in
        let costs = joint.nodes[place].inclusive
        return (place, try CostChange(costs, pValue: pValues[place], alpha: alpha))
      })
  }

  /// Adds the calls in which threads were ready to run, but had no CPU, below a root of their own: no time of a caller
  /// includes them.
  fileprivate func adding(
    _ queue: JointProfile, _ total: CostChange?
  ) throws(StatisticsError) -> DifferenceTree {
    guard let total else { return self }
    let kept = queue.nodes.indices.filter { queue.nodes[$0].inclusive.sum > 0 }
    let below = DifferenceTree(
      queue,
      try kept.map { place throws(StatisticsError) in
        let costs = queue.nodes[place].inclusive
        return (place, try CostChange(costs, pValue: nil, alpha: Explanation.alpha))
      })
    // A run without any wake-up does not say that they can't be seen.
    let hasWakeUps = queue.functions.contains { $0.waitReason == .runQueue }
    let root = Node(
      parent: nil, function: .waiting(for: hasWakeUps ? .runQueue : .preempted),
      own: Pair(baseline: 0, candidate: 0), inclusive: total)
    let place = nodes.count
    let moved = below.nodes.map { node in
      Node(
        parent: node.parent.map { $0 + place + 1 } ?? place, function: node.function,
        own: node.own, inclusive: node.inclusive, isInlined: node.isInlined)
    }
    return DifferenceTree(nodes: nodes + [root] + moved)
  }

  /// Takes the nodes that it has, parents first, each with its change.
  init(_ joint: JointProfile, _ kept: [(place: Int, change: CostChange)]) {
    var places: [Int: Int] = [:]
    let count = Double(max(1, joint.pairs))
    self.init(
      nodes: kept.enumerated().map { index, kept in
        let node = joint.nodes[kept.place]
        places[kept.place] = index
        return Node(
          parent: node.parent.flatMap { places[$0] }, function: joint.functions[node.function],
          own: Pair(
            baseline: node.own.baseline.reduce(0, +) / count,
            candidate: node.own.candidate.reduce(0, +) / count),
          inclusive: kept.change, isInlined: node.isInlined)
      })
  }
}

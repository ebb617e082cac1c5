import Foundation
import Recording
import Statistics

/// A search for the commit that changed what a story costs, based on the measurements so far.
///
/// It keeps only measurements, so a search can resume from those in a store.
public struct Bisection: Sendable {
  /// The commits in question.
  public let graph: CommitGraph
  /// The required probability of the culprit.
  public let probability: Double
  /// ln(commit / good end) of each pair, by the commit's place in the graph.
  public private(set) var pairs: [Int: [Double]] = [:]
  /// The commits that can't be measured.
  public private(set) var skipped: Set<Int> = []

  /// The greatest number of pairs of one commit.
  public static let mostPairs = 60

  /// Starts a search.
  public init(_ graph: CommitGraph, probability: Double) {
    self.graph = graph
    self.probability = probability
  }

  /// Takes note of pairs, each by its ln(commit / good end).
  public mutating func add(_ logarithms: [Double], of commit: Int) {
    if !logarithms.isEmpty { pairs[commit, default: []] += logarithms }
  }

  /// Records that a commit can't be measured, for example because it does not build.
  public mutating func skip(_ commit: Int) { skipped.insert(commit) }

  /// The next action.
  public enum Next: Sendable, Equatable {
    /// Measure this many pairs of a commit against the good end.
    case measure(Int, pairs: Int)
    /// Stop: this is the finding.
    case end(BisectionFinding)
  }

  /// Returns what to do next, or what was found. The bad end must be measured first. `build` is the time for
  /// making a commit's program, and `pair`, above 0, that of a pair, both in any one unit.
  public func next(build: Double, pair: Double) -> Next {
    let (posterior, change) = judged
    if let found = finding(posterior) { return .end(found) }
    let candidates = graph.commits.indices.filter {
      graph.descendsFromGood[$0] && !skipped.contains($0)
    }
    let plan = MeasurementPlan(graph, posterior, change: change)
    guard pairs.count < CulpritPosterior.mostMeasured,
      let next = NextMeasurement.best(
        plan, pairs: pairs.mapValues(\.count), candidates: candidates, most: Self.mostPairs,
        .init(build: build, pair: pair))
    else { return .end(finding(posterior, doubt: 0.5) ?? open(posterior)) }
    return .measure(next.commit, pairs: next.pairs)
  }

  /// The finding if nothing more can be measured, for example because time is up.
  public var conclusion: BisectionFinding {
    let (posterior, _) = judged
    return finding(posterior, doubt: 0.5) ?? open(posterior)
  }

  /// The posterior, and the level of the bad end.
  private var judged: (CulpritPosterior, change: Double) {
    let measured = pairs.keys.sorted()
    let change = changeOfEnds
    let likelihood = LevelLikelihood(measured.map { pairs[$0] ?? [] }, change: change)
    return (CulpritPosterior(graph, measured: measured, likelihood), change)
  }

  /// ln(bad / good) by the pairs of both ends.
  private var changeOfEnds: Double {
    let change = (pairs[graph.bad] ?? [0]).sorted().medianOfSorted
    // Without any there would be no unit of levels.
    return abs(change) > 1e-6 ? change : 1e-6
  }

  /// The finding; nil if more must be measured. `doubt` is how uncertain it may remain whether it is one
  /// commit or two.
  private func finding(_ posterior: CulpritPosterior, doubt: Double = 0.1) -> BisectionFinding? {
    let culprits = posterior.culprits
    if posterior.crept >= probability {
      return BisectionFinding(.crept, posterior.crept, self, posterior, culprits)
    }
    let order = culprits.indices.sorted { culprits[$0] > culprits[$1] }
    guard let first = order.first, culprits[first] >= probability else { return nil }
    if posterior.two < doubt {
      return BisectionFinding(.one(first), culprits[first], self, posterior, culprits)
    }
    guard let second = order.dropFirst().first, culprits[second] >= probability,
      posterior.two >= 1 - doubt
    else { return nil }
    return BisectionFinding(
      .two(min(first, second), max(first, second)), min(culprits[first], culprits[second]), self,
      posterior, culprits)
  }

  /// The finding if no possible measurement would tell more.
  private func open(_ posterior: CulpritPosterior) -> BisectionFinding {
    let bad: UInt64 = 1 << UInt64(pairs.keys.sorted().firstIndex(of: graph.bad) ?? 0)
    if let level = posterior.level(of: bad, isChanged: true), abs(level.mean) < 2 * level.deviation
    {
      return BisectionFinding(.vanished, 0, self, posterior, posterior.culprits)
    }
    let culprits = posterior.culprits
    // The smallest set of commits that is probable enough. If there are two culprits, both must be in it.
    let wanted = probability * (posterior.one + 2 * posterior.two)
    var range: [Int] = []
    var sum = 0.0
    for commit in culprits.indices.sorted(by: { (culprits[$0], $1) > (culprits[$1], $0) }) {
      if sum >= wanted { break }
      range.append(commit)
      sum += culprits[commit]
    }
    return BisectionFinding(
      .range(range.sorted()), min(1, sum / max(1, posterior.one + 2 * posterior.two)), self,
      posterior, culprits)
  }
}

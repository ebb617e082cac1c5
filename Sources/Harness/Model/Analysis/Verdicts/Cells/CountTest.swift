import Recording
import Statistics

/// The counts of both builds, such as errors: most runs may have none and others many at once, so their ratio says
/// nothing.
public struct CountChange: Sendable, Hashable {
  /// The counts of each build.
  public let baseline, candidate: Sum
  /// The number of pairs; 0 if runs are no pairs.
  let pairs: Int
  /// The pairs in which the candidate has more, and those in which it has fewer.
  public let more, fewer: Int

  /// The counts of runs.
  public struct Sum: Sendable, Hashable {
    /// The count of all runs.
    public let total: Double
    /// The number of runs.
    public let runs: Int

    fileprivate init(_ values: [Double]) { (total, runs) = (values.reduce(0, +), values.count) }

    /// The mean count of a run; 0 without runs.
    public var mean: Double { runs > 0 ? total / Double(runs) : 0 }
  }

  init(_ pairs: [Pair<ExperimentAnalysis.Measurement>]) {
    baseline = Sum(pairs.map(\.baseline.value))
    candidate = Sum(pairs.map(\.candidate.value))
    self.pairs = pairs.count
    more = pairs.count { $0.candidate.value > $0.baseline.value }
    fewer = pairs.count { $0.candidate.value < $0.baseline.value }
  }

  init(unpaired baseline: [Double], _ candidate: [Double]) {
    self.baseline = Sum(baseline)
    self.candidate = Sum(candidate)
    (pairs, more, fewer) = (0, 0, 0)
  }

  /// The p value of "the candidate has no more": that of the sign test.
  var pAbove: Double { SignTest.pValue(atLeast: more, of: more + fewer) }

  /// The p value of "the candidate has no fewer".
  var pBelow: Double { SignTest.pValue(atLeast: fewer, of: more + fewer) }

  /// Returns whether the candidate may have more although that is not shown: it has, and the pairs are too few to
  /// show it at the level of one test, or by themselves they would be shown at the level of an interval.
  func mayHaveGrown(at level: Double, by rule: DecisionRule) -> Bool {
    guard pairs > 0 ? more > fewer : candidate.mean > baseline.mean else { return false }
    return pairs < PairForecast.fewest(showingAt: level) || pAbove <= 1 - rule.confidenceLevel
  }

  /// The verdict if neither more nor fewer are shown. More than before by chance are within the gate, because the
  /// scenario tolerates them: a run with too many fails.
  func verdict(at level: Double, by rule: DecisionRule) -> Verdict {
    if mayHaveGrown(at: level, by: rule) { return .inconclusive }
    return candidate.mean > baseline.mean ? .withinGate : .unchanged
  }
}

/// The test of counts over pairs: at each of the rule's interim analyses, or once at the end.
///
/// Errors come in bursts, so those of a run depend on each other, and a pair counts once however many it has.
struct CountTest {
  let counts: CountChange
  let kind: RunKind
  /// The p value of "the candidate has no more".
  let pAbove: Double
  /// The p value of "the candidate has no fewer".
  let pBelow: Double

  init(
    _ pairs: [Pair<ExperimentAnalysis.Measurement>], of kind: RunKind, rule: DecisionRule
  ) throws(NoRatio) {
    guard pairs.count >= PairedRatio.fewestPairs else { throw .tooFew(pairs.count) }
    if let first = rule.stops.first, pairs.count < first {
      throw .beforeFirstInterim(pairs.count, first: first)
    }
    counts = CountChange(pairs)
    self.kind = kind
    guard let interims = rule.interims else {
      (pAbove, pBelow) = (counts.pAbove, counts.pBelow)
      return
    }
    let analyses = interims.taken(with: pairs.count).map { CountChange(Array(pairs.prefix($0))) }
    pAbove = interims.combined(analyses.map(\.pAbove))
    pBelow = interims.combined(analyses.map(\.pBelow))
  }

  /// A Boolean value indicating whether any pair differs. Otherwise nothing can be shown, so that the test takes no
  /// share of the chance of a false alarm.
  var isNeeded: Bool { counts.more + counts.fewer > 0 }

  /// Returns whether one of the looks and interim analyses so far settles a cell: more are shown, or may not be.
  static func isDone(
    _ pairs: [Pair<ExperimentAnalysis.Measurement>], at level: Double, by rule: DecisionRule
  ) -> Bool {
    rule.stops.contains { stop in
      guard stop <= pairs.count else { return false }
      let counts = CountChange(Array(pairs.prefix(stop)))
      let isTested = rule.interims?.pairs.contains(stop) ?? true
      return isTested && counts.pAbove <= level || !counts.mayHaveGrown(at: level, by: rule)
    }
  }

  /// The verdict, once the p values of all cells are adjusted. More or fewer are shown by an adjusted p value of at
  /// most `level`; one test has `testLevel`.
  func verdict(
    _ p: RatioTest.Adjusted, level: Double, testLevel: Double, rule: DecisionRule
  ) -> CellResult {
    let verdict: Verdict =
      if p.above <= level {
        .regressed
      } else if p.below <= level {
        .improved
      } else {
        counts.verdict(at: testLevel, by: rule)
      }
    return CellResult(
      verdict, counts, .pairs(counts.pairs), of: kind,
      pValue: verdict == .improved ? p.below : p.reported)
  }
}

extension CellResult {
  /// A verdict on counts. No change of them is known that would be found: it depends on how many runs have any.
  init(
    _ verdict: Verdict, _ counts: CountChange, _ evidence: Evidence, of kind: RunKind,
    pValue: Double? = nil
  ) {
    self.init(
      verdict: verdict, value: .counts(counts), bound: counts.baseline.mean, evidence: evidence,
      kind: kind, pValue: pValue, detectable: .infinity, layout: nil)
  }
}

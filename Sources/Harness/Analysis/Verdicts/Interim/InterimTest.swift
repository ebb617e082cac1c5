import Metrics
import Recording
import Scenarios
import Statistics

/// Tests whether one of the interim analyses so far settled a cell.
struct InterimTest {
  let rule: DecisionRule
  let interims: InterimSchedule
  /// m, the number of gated cells.
  let tests: Int
  let metric: Metric
  /// The growth that the cell's gate allows; nil for the rule's own.
  let allowed: Double?
  let layouts: Int

  /// Returns whether the cell's verdict is settled: growth beyond the floor was shown, or growth was shown to
  /// be below the futility margin while the cell is improved, unchanged or within its gate. An interval
  /// beyond the noise floor settles nothing: such a change is real, and more pairs show it.
  ///
  /// Dropping a cell as soon as regression is ruled out would leave improvements undetected. On real pairs an
  /// improvement of 2 % was then shown in 107 of 240 runs rather than in 238, and a story took 12.8 pairs
  /// rather than 12.9 if nothing changed. If intervals beyond the floor settled a cell as well, +1 % was
  /// found in 43.7 % of 600 cells of real pairs rather than in 71 %, with 22.3 pairs rather than 24.6, and
  /// with as many pairs if nothing changed.
  func isDone(_ pairs: [Pair<ExperimentAnalysis.Measurement>]) throws(StatisticsError) -> Bool {
    let level = interims.level(rule.alpha, tests: tests)
    let confidence = 1 - rule.futilityLevel / Double(interims.count)
    for count in interims.taken(with: pairs.count) {
      guard
        let test = try? RatioTest(
          metric, pairs: Array(pairs.prefix(count)), layouts: layouts, allowed: allowed,
          rule: rule.atOnce)
      else { continue }
      let interval = try test.logRatio.ratio(confidenceLevel: rule.confidenceLevel)
      if interval.point > test.negligible.upperBound, test.pAbove <= level { return true }
      let upper = try test.logRatio.upperBound(confidenceLevel: confidence)
      guard upper < 1 + max(allowed ?? 0, rule.futilityMargin) else { continue }
      if interval.point < test.negligible.lowerBound, test.pBelow <= level { return true }
      if interval.isBeyond(test.negligible, bound: test.bound) { continue }
      if interval.verdict(within: test.margin) != .inconclusive { return true }
    }
    return false
  }
}

extension Estimate {
  /// Returns whether an interval contains only growth above both the allowed growth and the floor, or only
  /// improvement beyond the floor.
  func isBeyond(_ negligible: ClosedRange<Double>, bound: Double) -> Bool {
    lower > max(negligible.upperBound, bound) || upper < negligible.lowerBound
  }
}

/// Which gated cells need more pairs after those so far.
///
/// A cell is done at the first interim analysis that settles its verdict (``InterimTest``), and after the
/// last one. Failed runs, budgets and measurements that repeat need no more pairs.
public struct OpenCells: Sendable, Hashable {
  /// The cells that are not done.
  public let names: [CellName]
  /// For each story with such a cell, the number of pairs at the next analysis.
  public let nextInterims: [String: Int]

  /// Examines the pairs so far.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test, such as a level of 0.
  public init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String,
    gates: [Gate] = Gate.standard, rule: DecisionRule = .adaptive
  ) throws(StatisticsError) {
    let examiner = CellExaminer(analysis, baseline: baseline, candidate: candidate, rule: rule)
    let cells = GatedCells(analysis, examiner.measurements, gates: gates).gated
    let tests =
      cells.count + OutsideWork(examiner, gates: cells).guards().count
      + OutsideMemory(examiner, gates: cells).guards().count
    let rounds = Self.rounds(of: analysis)
    var names: [CellName] = []
    var next: [String: Int] = [:]
    for (name, gate) in cells {
      guard let interims = rule.interims else { break }
      let allowed: Double?
      switch gate.limit {
      case .budget: continue
      case .change(let change): allowed = change
      case nil: allowed = nil
      }
      let pairs = examiner.pairs(name).pairs
      // A cell can have fewer pairs than rounds, so its next interim analysis needs rounds beyond those.
      let made = max(pairs.count, rounds[name.story] ?? 0)
      guard let interim = interims.pairs.first(where: { $0 > made }) else { continue }
      switch examiner.examine(name, limit: gate.limit) {
      case .repeats, .budget, .closed(.failed), .closed(.failedOnBoth), .closed(.differing),
        .closed(.unmeasured), .closed(.new), .closed(.proven), .closed(.judged):
        continue
      case .closed(.missing(.tooFew)), .closed(.missing(.tooFewLayouts)),
        .closed(.missing(.beforeFirstInterim)):
        break
      // The runs have no such value, or none with a ratio; more runs would have none either.
      case .closed(.missing): if examiner.measurements.hasRuns(of: name.story) { continue }
      case .ratio:
        let test = InterimTest(
          rule: rule, interims: interims, tests: tests, metric: name.metric, allowed: allowed,
          layouts: analysis.layouts(of: name.metric))
        if try test.isDone(pairs) { continue }
      }
      names.append(name)
      next[name.story] = min(interim, next[name.story] ?? interim)
    }
    self.names = names
    nextInterims = next
  }

  /// Returns the number of rounds of pairs for each story; runs of other kinds count their own rounds.
  private static func rounds(of analysis: ExperimentAnalysis) -> [String: Int] {
    let paired = analysis.runs.filter { $0.kind == .duet || $0.kind == .solo }
    return Dictionary(paired.map { ($0.story, $0.round) }, uniquingKeysWith: max)
  }
}

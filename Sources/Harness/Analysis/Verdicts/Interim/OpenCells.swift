import Recording
import Scenarios
import Statistics

/// The gated cells that need more pairs after those so far.
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
    let cells = GatedCells(analysis, examiner.measurements, gates: gates).measurable
    let runs = WholeRunCells(examiner, gates: cells)
    let tests =
      cells.count + OutsideWork(runs: runs).guards().count
      + OutsideMemory(runs: runs).guards().count
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

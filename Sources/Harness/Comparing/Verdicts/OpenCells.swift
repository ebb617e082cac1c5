import Analysis
import Recording
import Scenarios
import Statistics

/// Which gated cells need more pairs, after those measured so far.
///
/// A cell is done at the first look at which its verdict is settled (``LookTest``), and when all looks
/// have been taken. Failed runs, budgets and figures that repeat need no more pairs.
public struct OpenCells: Sendable, Hashable {
  /// The cells that are not done.
  public let names: [CellName]
  /// For each story with such a cell, after how many pairs to look next.
  public let nextLooks: [String: Int]

  /// Looks at the pairs so far.
  /// - Throws: `StatisticsError` where the rule's own numbers allow no test, such as a level of 0.
  public init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String,
    gates: [Gate] = Gate.standard, rule: DecisionRule = .adaptive
  ) throws(StatisticsError) {
    let examiner = CellExaminer(analysis, baseline: baseline, candidate: candidate, rule: rule)
    let cells = GatedCells(analysis, examiner.figures, gates: gates).gated
    let rounds = Self.rounds(of: analysis)
    var names: [CellName] = []
    var next: [String: Int] = [:]
    for (name, gate) in cells {
      guard let looks = rule.looks else { break }
      let allowed: Double?
      switch gate.limit {
      case .budget: continue
      case .change(let change): allowed = change
      case nil: allowed = nil
      }
      let pairs = examiner.pairs(name).pairs
      // A cell can have fewer pairs than rounds were made: its next look needs rounds beyond those.
      let made = max(pairs.count, rounds[name.story] ?? 0)
      guard let look = looks.pairs.first(where: { $0 > made }) else { continue }
      switch examiner.examine(name, limit: gate.limit) {
      case .repeats, .budget, .closed(.failed), .closed(.differing), .closed(.unmeasured),
        .closed(.new), .closed(.judged):
        continue
      case .closed(.missing(.tooFew)), .closed(.missing(.tooFewLayouts)),
        .closed(.missing(.beforeFirstLook)):
        break
      // Runs were made, and have no such figure or none with a ratio: more would have none either.
      case .closed(.missing): if examiner.figures.hasRuns(of: name.story) { continue }
      case .ratio:
        let test = LookTest(
          rule: rule, looks: looks, tests: cells.count, metric: name.metric, allowed: allowed,
          layouts: analysis.experiment.layouts)
        if try test.isDone(pairs) { continue }
      }
      names.append(name)
      next[name.story] = min(look, next[name.story] ?? look)
    }
    self.names = names
    nextLooks = next
  }

  /// How many rounds of pairs each story took part in; runs of other kinds count rounds of their own.
  private static func rounds(of analysis: ExperimentAnalysis) -> [String: Int] {
    let paired = analysis.runs.filter { $0.kind == .duet || $0.kind == .solo }
    return Dictionary(paired.map { ($0.story, $0.round) }, uniquingKeysWith: max)
  }
}

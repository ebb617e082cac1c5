import Recording
import Scenarios
import Statistics

/// The gated cells that need more pairs after those so far.
///
/// A cell is done at the first look or interim analysis that settles its verdict (``InterimTest``), and after
/// the last one. Failed runs, measurements that repeat and counts that do not differ need no more pairs. Budgets and
/// whole runs (``OutsideWork``) keep their story open up to the first analysis, unless a look settles a whole run.
public struct OpenCells: Sendable, Hashable {
  /// The cells that are not done.
  public let names: [CellName]
  /// For each story with such a cell, the number of pairs at the next look or analysis.
  public let nextInterims: [String: Int]
  /// The changes so far of the cells that pairs decide, done or not. After the last stop there are none: the result
  /// comes next.
  public let changes: [CellName: Estimate]

  /// Examines the pairs so far.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test, such as a level of 0.
  public init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String,
    gates: [Gate] = Gate.standard, rule: DecisionRule = .adaptive
  ) throws(StatisticsError) {
    let examiner = CellExaminer(analysis, baseline: baseline, candidate: candidate, rule: rule)
    let family = CellFamily(examiner, gates: gates)
    let (cells, guards) = (family.cells.measurable, family.guards)
    let tests = cells.count + guards.count
    let rounds = Self.rounds(of: analysis)
    var names: [CellName] = []
    var next: [String: Int] = [:]
    var changes: [CellName: Estimate] = [:]
    for cell in cells + guards.compactMap({ cell in cell.gate.map { (name: cell.name, gate: $0) } })
    {
      let (name, gate) = cell
      guard let interims = rule.interims else { break }
      let pairs = examiner.pairs(name).pairs
      // A cell can have fewer pairs than rounds, so its next stop needs rounds beyond those.
      let made = max(pairs.count, rounds[name.story] ?? 0)
      // Budgets and whole runs are tested with the pairs that the others need, once these allow a test.
      let needsOnlyTest = gate.isBudget || guards.contains { $0.name == name }
      if needsOnlyTest, made >= interims.pairs[0] { continue }
      guard let stop = rule.stops.first(where: { $0 > made }) else { continue }
      let level = interims.level(rule.alpha, tests: tests)
      switch examiner.examine(name, limit: gate.limit) {
      case .budget(let test): if ![.duet, .solo].contains(test.kind) { continue }
      case .repeats, .closed(.failed), .closed(.failedOnBoth), .closed(.differing),
        .closed(.unmeasured), .closed(.new), .closed(.proven), .closed(.judged):
        continue
      case .closed(.missing(.tooFew)), .closed(.missing(.tooFewLayouts)),
        .closed(.missing(.beforeFirstInterim)):
        break
      // The runs have no such value, or none with a ratio; more runs would have none either.
      case .closed(.missing): if examiner.measurements.hasRuns(of: name.story) { continue }
      case .counts: if CountTest.isDone(pairs, at: level, by: rule) { continue }
      case .ratio(let ratio, _):
        if !needsOnlyTest {
          changes[name] = try ratio.logRatio.ratio(confidenceLevel: rule.confidenceLevel)
        }
        let test = InterimTest(
          rule: rule, level: level, metric: name.metric, allowed: gate.allowed,
          layouts: analysis.layouts(of: name.metric))
        if try test.isDone(pairs) { continue }
      }
      names.append(name)
      next[name.story] = min(stop, next[name.story] ?? stop)
    }
    self.names = names
    nextInterims = next
    self.changes = changes
  }

  /// Returns the number of rounds of pairs for each story; runs of other kinds count their own rounds.
  private static func rounds(of analysis: ExperimentAnalysis) -> [String: Int] {
    let paired = analysis.runs.filter { $0.kind == .duet || $0.kind == .solo }
    return Dictionary(paired.map { ($0.story, $0.round) }, uniquingKeysWith: max)
  }
}

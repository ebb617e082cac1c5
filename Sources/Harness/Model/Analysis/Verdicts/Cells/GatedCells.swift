import Metrics
import Recording
import Scenarios

/// The gates of a comparison's cells, and the ungated cells that are reported for information.
struct GatedCells {
  /// Each cell with its gate. If several gates limit the growth of one cell, the last counts, so that a later
  /// gate can cover some of an earlier one's stories. The same holds for several budgets.
  let gated: [(name: CellName, gate: Gate)]
  /// Those that measurements decide: all except the cells of stories that are proven to be the same on both sides,
  /// unless they are budgets.
  ///
  /// The others need no test, so they have no share in the chance of a false alarm. The proof comes from the inputs
  /// before anything is measured, so no measurement chooses which cells are tested.
  let measurable: [(name: CellName, gate: Gate)]
  /// The other cells: metrics that may be gated, by story, and the steps of gated stories. And errors with a budget
  /// alone, which does not compare both sides.
  let others: [CellName]

  init(_ analysis: ExperimentAnalysis, _ measurements: CellMeasurements, gates: [Gate]) {
    var gated: [(name: CellName, gate: Gate)] = []
    for gate in gates {
      for story in analysis.stories where gate.covers(story: story) {
        let steps = gate.steps ? measurements.steps(of: story, with: gate.metric) : []
        for step in [nil] + steps {
          let name = CellName(story: story, step: step, metric: gate.metric)
          gated.removeAll { $0.name == name && $0.gate.isBudget == gate.isBudget }
          gated.append((name, gate))
        }
      }
    }
    let judged = Set(
      gated.filter { !($0.gate.isBudget && $0.name.metric == .errors) }.map(\.name))
    let stories = analysis.stories.flatMap { story in
      // Retention is not compared by ratios.
      analysis.metrics.filter { $0.polarity == .lowerIsBetter && !$0.isRetention }
        .map { CellName(story: story, metric: $0) }
    }
    let steps = judged.filter { $0.step == nil }.flatMap { cell in
      measurements.steps(of: cell.story, with: cell.metric).map {
        CellName(story: cell.story, step: $0, metric: cell.metric)
      }
    }
    self.gated = gated
    let decision = analysis.experiment.decision
    measurable = gated.filter { $0.gate.isBudget || decision?.proof(of: $0.name.story) == nil }
    others = (stories + Self.ordered(steps, analysis)).filter { !judged.contains($0) }
  }

  private static func ordered(_ cells: [CellName], _ analysis: ExperimentAnalysis) -> [CellName] {
    let stories = Dictionary(
      analysis.stories.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return cells.sorted {
      (stories[$0.story] ?? 0, $0.metric, $0.step?.position ?? 0)
        < (stories[$1.story] ?? 0, $1.metric, $1.step?.position ?? 0)
    }
  }
}

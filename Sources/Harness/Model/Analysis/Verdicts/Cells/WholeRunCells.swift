import Metrics
import Recording
import Scenarios
import Statistics

/// The cells of whole runs, which ``OutsideWork`` and ``OutsideMemory`` compare with those of their steps.
struct WholeRunCells {
  let examiner: CellExaminer
  /// A Boolean value indicating whether both sides were measured together. Otherwise the machine differs,
  /// too.
  let isPaired: Bool
  private let gates: [(name: CellName, gate: Gate)]

  init(_ examiner: CellExaminer, gates: [(name: CellName, gate: Gate)]) {
    self.examiner = examiner
    self.gates = gates
    isPaired = examiner.analysis.experiment.source.isMeasured && examiner.saved == nil
  }

  /// The extra cells that decide only by getting worse: the whole run of each story with a gate on such a metric of its
  /// steps, if both sides have it and the story needs one, though there may be too few pairs yet. A story's margin is
  /// the allowed growth.
  func guards(
    of whole: Metric, gatedBy isOfSteps: (Metric) -> Bool, margin: (String) -> Double,
    if isNeeded: (String) -> Bool = { _ in true }
  ) -> [ExaminedCell] {
    guard isPaired else { return [] }
    let own = Set(gates.map(\.name))
    let stories = gates.filter {
      isOfSteps($0.name.metric) && $0.name.step == nil && !$0.gate.isBudget
    }.map(\.name.story)
    return stories.uniqued.compactMap { story in
      let name = CellName(story: story, metric: whole)
      guard !own.contains(name), isNeeded(story) else { return nil }
      let limit = Gate.Limit.change(margin(story))
      let examination = examiner.examine(name, limit: limit)
      guard examination.ratio != nil || examination.awaitsPairs else { return nil }
      return ExaminedCell(
        name: name, gate: Gate(metric: whole, stories: [story], limit: limit),
        examination: examination)
    }
  }

  /// The allowed growth of a whole run: the most that a gate on the story's own metrics allows, and at least
  /// what counts as unchanged.
  func margin(of story: String, by metrics: (Metric) -> Bool) -> Double {
    let own = gates.filter {
      $0.name.story == story && $0.name.step == nil && metrics($0.name.metric)
    }
    return max(examiner.rule.margin, own.compactMap(\.gate.allowed).max() ?? 0)
  }
}

extension JudgedCell {
  /// The cell with where its work went, so that moved work is no improvement.
  func reporting(_ moved: MovedWork?) -> JudgedCell {
    guard case .judged(var result) = outcome, let moved else { return self }
    (result.verdict, result.layout, result.moved) = (.inconclusive, nil, moved)
    result.deciding = nil
    return JudgedCell(name: name, gate: gate, outcome: .judged(result))
  }
}

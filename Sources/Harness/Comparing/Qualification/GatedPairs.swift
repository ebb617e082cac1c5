import Analysis
import Recording
import Scenarios
import Statistics

/// A gated cell that may not grow, with the pairs by which that is decided.
struct GatedPairs {
  let name: CellName
  let gate: Gate
  let kind: RunKind
  let pairs: [Pair]
  /// Nil where the pairs decide nothing: they are too few, or other runs repeat.
  let quotients: LogQuotients?

  /// The mean of the baseline's figures, in base units; 0 where there is none.
  var baseline: Double { (try? Distribution(pairs.map(\.baseline)).mean) ?? 0 }

  /// What the gate allows; nil for the rule's own.
  var allowed: Double? {
    if case .change(let share) = gate.limit { share } else { nil }
  }

  /// All of a comparison, in the order of its gates.
  static func all(
    _ analysis: ExperimentAnalysis, _ decision: Decision, gates: [Gate]
  ) -> [GatedPairs] {
    let examiner = CellExaminer(
      analysis, baseline: decision.baseline, candidate: decision.candidate, rule: decision.rule)
    return GatedCells(analysis, examiner.figures, gates: gates).gated.compactMap { name, gate in
      if case .budget = gate.limit { return nil }
      let (kind, pairs) = examiner.pairs(name)
      let isDecided =
        if case .ratio = examiner.examine(name, limit: gate.limit) { true } else { false }
      return GatedPairs(
        name: name, gate: gate, kind: kind, pairs: pairs,
        quotients: isDecided ? Self.quotients(pairs) : nil)
    }
  }

  /// Nil where a figure has no logarithm.
  private static func quotients(_ pairs: [Pair]) -> LogQuotients? {
    try? LogQuotients(
      baseline: Distribution(pairs.map(\.baseline)), candidate: Distribution(pairs.map(\.candidate))
    )
  }
}

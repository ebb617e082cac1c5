import Analysis
import MetricCatalog
import Recording
import Scenarios

/// Examines cells of a comparison, each by itself.
struct CellExaminer {
  let analysis: ExperimentAnalysis
  let figures: CellFigures
  let rule: DecisionRule
  /// What holds where the baseline was saved before; nil where it was not.
  let saved: SavedTerms?

  init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String, rule: DecisionRule,
    saved: SavedTerms? = nil
  ) {
    self.analysis = analysis
    figures = CellFigures(analysis, baseline: baseline, candidate: candidate)
    self.rule = rule
    self.saved = saved
  }

  /// What can be said of a cell.
  /// - Parameter limit: the limit of its gate; nil for the rule's own.
  func examine(_ name: CellName, limit: Gate.Limit?) -> Examination {
    if let failure = failure(of: name.story) { return .closed(failure) }
    do throws(NoRatio) {
      if case .budget(let budget) = limit { return .budget(try self.budget(name, budget)) }
      if let objection = saved?.objection(to: name, rule: rule) { throw objection }
      guard figures.has(name, figures.candidate) else {
        throw .missing(build: figures.candidate)
      }
      guard case .change(let allowed) = limit else { return try ratio(name, nil) }
      return try ratio(name, allowed)
    } catch {
      return .closed(.missing(error))
    }
  }

  /// Runs that the user stopped are no failures, nor those that were ended because their twin failed.
  private func failure(of story: String) -> CellOutcome? {
    for build in [figures.baseline, figures.candidate] {
      let runs = analysis.runs.filter { $0.story == story && $0.build == build }
      let failed = runs.count { $0.failure?.reason.isItsOwn == true }
      if failed > 0 { return .failed(build: build, count: failed, of: runs.count) }
    }
    return nil
  }

  private func ratio(_ name: CellName, _ allowed: Double?) throws(NoRatio) -> Examination {
    guard figures.has(name, figures.baseline) else {
      // That nothing can have got worse is no answer to who asks for a saved baseline.
      if saved != nil { throw .missing(build: figures.baseline) }
      return .closed(.new)
    }
    if let repeats = repeats(name, allowed) { return .repeats(repeats) }
    guard analysis.experiment.source.isMeasured else {
      if let saved, !saved.isForced { throw .notRepeated }
      let kind = figures.loneKind(name)
      return .ratio(
        try RatioTest(
          independent: figures.values(name, figures.baseline, kind),
          figures.values(name, figures.candidate, kind), kind: kind,
          isAcrossTimes: analysis.experiment.source == .stored, allowed: allowed, rule: rule))
    }
    let (kind, pairs) = pairs(name)
    return .ratio(
      try RatioTest(
        pairs: pairs, layouts: analysis.experiment.layouts, kind: kind, allowed: allowed,
        rule: rule))
  }

  /// Figures without noise, where both sides have them.
  private func repeats(_ name: CellName, _ allowed: Double?) -> RepeatComparison? {
    guard let (kind, rule) = rule.repeating(name.metric) else { return nil }
    return RepeatComparison(
      baseline: figures.values(name, figures.baseline, kind),
      candidate: figures.values(name, figures.candidate, kind), kind: kind, allowed: allowed,
      rule: rule)
  }

  /// The pairs of the best kind that has enough of them.
  func pairs(_ name: CellName) -> (kind: RunKind, pairs: [Pair]) {
    let kinds = CellFigures.kinds(for: name.metric).map { ($0, figures.pairs(name, $0)) }
    return kinds.first { $0.1.count > 1 } ?? kinds.first { !$0.1.isEmpty } ?? kinds[0]
  }

  /// How much a cell of one run costs by itself is told by runs that were alone.
  private func budget(_ name: CellName, _ budget: Double) throws(NoRatio) -> BudgetTest {
    let kinds = [.solo, .fixedAddresses] + CellFigures.kinds(for: name.metric)
    let found = kinds.lazy.map { ($0, figures.values(name, figures.candidate, $0)) }
      .first { !$0.1.isEmpty }
    guard let (kind, values) = found else { throw .missing(build: figures.candidate) }
    return try BudgetTest(values, kind: kind, budget: budget)
  }
}

import Analysis
import MetricCatalog
import Recording
import Scenarios

/// Examines cells of a comparison, each by itself.
struct CellExaminer {
  let analysis: ExperimentAnalysis
  let figures: CellFigures
  let rule: DecisionRule

  init(_ analysis: ExperimentAnalysis, baseline: String, candidate: String, rule: DecisionRule) {
    self.analysis = analysis
    figures = CellFigures(analysis, baseline: baseline, candidate: candidate)
    self.rule = rule
  }

  /// What can be said of a cell.
  /// - Parameter limit: the limit of its gate; nil for the rule's own.
  func examine(_ name: CellName, limit: Gate.Limit?) -> Examination {
    if let failure = failure(of: name.story) { return .closed(failure) }
    do throws(NoRatio) {
      guard figures.has(name, figures.candidate) else {
        throw .missing(build: figures.candidate)
      }
      switch limit {
      case .budget(let budget): return .budget(try self.budget(name, budget))
      case .change(let allowed): return try ratio(name, allowed)
      case nil: return try ratio(name, nil)
      }
    } catch {
      return .closed(.missing(error))
    }
  }

  /// Runs that the user stopped are no failures.
  private func failure(of story: String) -> CellOutcome? {
    for build in [figures.baseline, figures.candidate] {
      let runs = analysis.runs.filter { $0.story == story && $0.build == build }
      let failed = runs.filter { ![nil, .interrupted].contains($0.failure?.reason) }.count
      if failed > 0 { return .failed(build: build, count: failed, of: runs.count) }
    }
    return nil
  }

  private func ratio(_ name: CellName, _ allowed: Double?) throws(NoRatio) -> Examination {
    guard figures.has(name, figures.baseline) else { return .closed(.new) }
    if name.metric == .peakMemory,
      let repeats = RepeatComparison(
        baseline: figures.values(name, figures.baseline, .fixedAddresses),
        candidate: figures.values(name, figures.candidate, .fixedAddresses), allowed: allowed,
        rule: rule.repeats)
    {
      return .repeats(repeats)
    }
    guard analysis.experiment.source.isMeasured else {
      return .ratio(
        try RatioTest(
          independent: figures.values(name, figures.baseline, .solo),
          figures.values(name, figures.candidate, .solo), kind: .solo, allowed: allowed,
          rule: rule))
    }
    let (kind, pairs) = pairs(name)
    return .ratio(
      try RatioTest(
        pairs: pairs, layouts: analysis.experiment.layouts, kind: kind, allowed: allowed,
        rule: rule))
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

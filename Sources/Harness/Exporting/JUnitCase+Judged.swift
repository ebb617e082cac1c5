import Comparing
import MetricCatalog
import Reporting
import Scenarios

extension JUnitCase {
  /// The gated cells of a comparison, and stories under no gate that failed.
  static func all(_ judgement: Judgement, _ exported: ExportedExperiment) -> [JUnitCase] {
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map { failure in
      JUnitCase(
        story: failure.story, name: failure.build,
        outcome: Outcome(
          kind: .error, type: failure.isOfTool ? "tool-failed" : "app-failed",
          message: failure.sentence,
          detail: errors(of: failure.story, exported.analysis)))
    }
    return ungated
      + judgement.gated.map { cell in
        JUnitCase(
          story: cell.name.story,
          name: cell.name.metric.id
            + (cell.name.step.map { ", step \($0.position) (\($0.label))" } ?? "")
            + (cell.hasBudget ? ", budget" : ""),
          outcome: outcome(of: cell, exported))
      }
  }

  private static func outcome(of cell: JudgedCell, _ exported: ExportedExperiment) -> Outcome? {
    func outcome(_ kind: Outcome.Kind, _ type: String) -> Outcome {
      Outcome(
        kind: kind, type: type, message: cell.sentence,
        detail: kind == .error ? errors(of: cell.name.story, exported.analysis) : "")
    }
    return switch cell.outcome {
    case .failed, .differing: outcome(.error, "app-failed")
    case .unmeasured: outcome(.error, "tool-failed")
    case .missing: outcome(.failure, "not-comparable")
    case .new: outcome(.skipped, "new")
    case .judged(let verdict):
      switch verdict.verdict {
      case .improved, .unchanged, .withinGate: nil
      case .regressed: outcome(.failure, "regression")
      case .inconclusive: outcome(exported.isStrict ? .failure : .skipped, "inconclusive")
      }
    }
  }
}

extension JudgedCell {
  /// Whether it is about a budget; the same cell may stand under a gate on growth, too.
  fileprivate var hasBudget: Bool {
    if case .budget = gate?.limit { true } else { false }
  }
}

import Scenarios
import Statistics

/// The gated cells of a comparison, judged together: by Holm's procedure, once for growth and once
/// for its mirror image.
struct GatedFamily {
  let judged: [JudgedCell]

  init(
    _ cells: [(name: CellName, gate: Gate, examination: Examination)], rule: DecisionRule,
    suspicion: LayoutSuspicion
  ) throws(StatisticsError) {
    let above = try Self.adjusted(cells.map(\.examination.pAbove))
    let below = try Self.adjusted(cells.map(\.examination.pBelow))
    let tests = cells.count { $0.examination.pAbove != nil }
    let ratioLevel =
      rule.looks?.level(rule.alpha, tests: tests) ?? rule.alpha / Double(max(1, tests))
    let budgetLevel = rule.alpha / Double(max(1, tests))
    var judged: [JudgedCell] = []
    for (index, cell) in cells.enumerated() {
      let outcome: CellOutcome
      switch cell.examination {
      case .ratio(let test):
        outcome = .judged(
          try test.verdict(
            above: above[index] ?? 1, below: below[index] ?? 1, level: rule.alpha,
            testLevel: ratioLevel, rule: rule
          ) { suspicion.suspects($0, of: cell.name) })
      case .budget(let test):
        outcome = .judged(
          try test.verdict(above: above[index] ?? 1, testLevel: budgetLevel, rule: rule))
      case .repeats(let comparison): outcome = .judged(try comparison.verdict(rule: rule))
      case .closed(let reason): outcome = reason
      }
      judged.append(JudgedCell(name: cell.name, gate: cell.gate, outcome: outcome))
    }
    self.judged = judged
  }

  /// Holm's p values of the cells that have one, at their places.
  private static func adjusted(_ pValues: [Double?]) throws(StatisticsError) -> [Double?] {
    var adjusted = try Holm.adjusted(pValues.compactMap(\.self))[...]
    return pValues.map { $0 == nil ? nil : adjusted.popFirst() }
  }
}

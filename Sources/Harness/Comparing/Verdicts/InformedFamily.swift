import Recording
import Statistics

/// The cells that stand under no gate, judged together by Benjamini and Hochberg's procedure: each is
/// tested in both directions at once. What it could have found is told for the cell by itself, at
/// half of the rate for each direction: how many others are called decides the rest.
struct InformedFamily {
  let judged: [JudgedCell]

  init(
    _ cells: [(name: CellName, examination: Examination)], rule: DecisionRule,
    layout: LayoutChecker
  ) throws(StatisticsError) {
    let pValues = cells.map { cell -> Double? in
      guard let above = cell.examination.pAbove, let below = cell.examination.pBelow else {
        return nil
      }
      return min(1, 2 * min(above, below))
    }
    var adjusted = try BenjaminiHochberg.adjusted(pValues.compactMap(\.self))[...]
    // Other cells decided how many pairs there are.
    let design = PairDesign(
      level: rule.discoveryRate / 2 / Double(rule.looks?.count ?? 1), looks: nil)
    var judged: [JudgedCell] = []
    for (index, cell) in cells.enumerated() {
      let q = pValues[index] == nil ? 1 : adjusted.popFirst() ?? 1
      let outcome: CellOutcome
      switch cell.examination {
      case .ratio(let test):
        outcome = .judged(
          try test.verdict(
            .init(
              above: test.pAbove <= test.pBelow ? q : 1, below: test.pBelow < test.pAbove ? q : 1,
              told: q),
            level: rule.discoveryRate, design: design, rule: rule
          ) { layout.check($0, of: cell.name, isOverLayouts: $1) })
      case .repeats(let comparison): outcome = .judged(comparison.verdict)
      case .closed(let reason): outcome = reason
      // Only gates have budgets.
      case .budget: continue
      }
      judged.append(JudgedCell(name: cell.name, gate: nil, outcome: outcome))
    }
    self.judged = judged
  }
}

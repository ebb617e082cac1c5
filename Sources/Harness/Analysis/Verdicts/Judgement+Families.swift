import Recording
import Scenarios
import Statistics

extension Judgement {
  /// The gated cells of a comparison, judged together by Holm's procedure, once for growth and once for
  /// improvement.
  static func gated(
    _ cells: [(name: CellName, gate: Gate, examination: Examination)], rule: DecisionRule,
    layout: LayoutChecker
  ) throws(StatisticsError) -> [JudgedCell] {
    let above = try Self.adjusted(cells.map { Self.pAbove($0.examination, rule) })
    let below = try Self.adjusted(cells.map(\.examination.pBelow))
    let tests = cells.count { $0.examination.pAbove != nil }
    let testLevel =
      rule.interims?.level(rule.alpha, tests: tests) ?? rule.alpha / Double(max(1, tests))
    var judged: [JudgedCell] = []
    for (index, cell) in cells.enumerated() {
      let outcome: CellOutcome
      switch cell.examination {
      case .ratio(let test, let kind):
        outcome = .judged(
          try test.verdict(
            .init(
              above: above[index] ?? 1, below: below[index] ?? 1, reported: above[index] ?? 1),
            of: kind, level: rule.alpha,
            design: PairDesign(level: testLevel, interims: rule.interims),
            rule: rule
          ) { layout.check($0, of: cell.name, isOverLayouts: $1) })
      case .budget(let test):
        outcome = .judged(
          try test.verdict(above: above[index] ?? 1, testLevel: testLevel, rule: rule))
      case .repeats(let comparison): outcome = .judged(try comparison.verdict())
      case .closed(let reason): outcome = reason
      }
      judged.append(JudgedCell(name: cell.name, gate: cell.gate, outcome: outcome))
    }
    return judged
  }

  /// Ratio p values are already corrected for interim analyses. A budget is tested once, but the interim
  /// analyses decided the number of values, so it is corrected here (Bonferroni).
  private static func pAbove(_ examination: Examination, _ rule: DecisionRule) -> Double? {
    guard case .budget(let test) = examination else { return examination.pAbove }
    return min(1, Double(rule.interims?.count ?? 1) * test.pAbove)
  }

  /// Holm's p values of the cells that have one, at their places.
  private static func adjusted(_ pValues: [Double?]) throws(StatisticsError) -> [Double?] {
    var adjusted = try Holm.adjusted(pValues.compactMap(\.self))[...]
    return pValues.map { $0 == nil ? nil : adjusted.popFirst() }
  }
}

extension Judgement {
  /// The ungated cells, judged together by Benjamini and Hochberg's procedure, each in both directions at
  /// once. The detectable change is given for each cell by itself, at half of the rate for each direction,
  /// because the rest depends on how many others are called different.
  static func informed(
    _ cells: [(name: CellName, examination: Examination)], rule: DecisionRule,
    layout: LayoutChecker
  ) throws(StatisticsError) -> [JudgedCell] {
    let pValues = cells.map { cell -> Double? in
      if case .ratio(let test, _) = cell.examination { test.pValueOfEquality } else { nil }
    }
    var adjusted = try BenjaminiHochberg.adjusted(pValues.compactMap(\.self))[...]
    // Other cells decided the number of pairs.
    let design = PairDesign(
      level: rule.discoveryRate / 2 / Double(rule.interims?.count ?? 1), interims: nil)
    var judged: [JudgedCell] = []
    for (index, cell) in cells.enumerated() {
      let q = pValues[index] == nil ? 1 : adjusted.popFirst() ?? 1
      let outcome: CellOutcome
      switch cell.examination {
      case .ratio(let test, let kind):
        outcome = .judged(
          try test.verdict(
            .init(
              above: test.pAbove <= test.pBelow ? q : 1, below: test.pBelow < test.pAbove ? q : 1,
              reported: q),
            of: kind, level: rule.discoveryRate, design: design, rule: rule
          ) { layout.check($0, of: cell.name, isOverLayouts: $1) })
      case .repeats(let comparison): outcome = .judged(try comparison.verdict())
      case .closed(let reason): outcome = reason
      // Only gates have budgets.
      case .budget: continue
      }
      judged.append(JudgedCell(name: cell.name, gate: nil, outcome: outcome))
    }
    return judged
  }
}

/// The p values of many tests, adjusted together by Benjamini and Hochberg's procedure: a share of the
/// reported differences may be due to chance.
///
/// Values come out adjusted in the order in which they were added.
struct DiscoveryFamily {
  private var pValues: [Double] = []
  private var adjusted: ArraySlice<Double>?

  /// The number of tests.
  var count: Int { pValues.count }

  /// Adds a test; nil if there is none.
  mutating func add(_ pValue: Double?) {
    if let pValue { pValues.append(pValue) }
  }

  /// The next adjusted value; nil if all were taken.
  mutating func next() -> Double? {
    // All added values are probabilities: tests take them from distributions.
    if adjusted == nil { adjusted = (try? BenjaminiHochberg.adjusted(pValues))?[...] }
    return adjusted?.popFirst()
  }
}

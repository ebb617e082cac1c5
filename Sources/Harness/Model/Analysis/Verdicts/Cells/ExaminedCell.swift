import Recording
import Scenarios
import Statistics

/// A cell by itself, before the others that are tested together with it are known.
struct ExaminedCell {
  let name: CellName
  /// Its gate; nil if it is reported for information.
  let gate: Gate?
  let examination: Examination
}

enum Examination {
  /// A test of candidate over baseline, of runs of one kind.
  case ratio(RatioTest, RunKind)
  /// A test of the candidate's mean.
  case budget(BudgetTest)
  /// A test of counts, which have no ratio.
  case counts(CountTest)
  /// Measurements without noise.
  case repeats(RepeatComparison)
  /// Nothing can be tested.
  case closed(CellOutcome)

  /// The p value of "not above the bound"; nil if nothing is tested.
  ///
  /// That of a ratio or of counts is already corrected for interim analyses. A budget is tested once, but looks and
  /// analyses decided the number of values, so it is corrected here (Bonferroni).
  fileprivate func pAbove(_ rule: DecisionRule) -> Double? {
    switch self {
    case .ratio, .counts: sides?.above
    case .budget(let test): min(1, Double(max(1, rule.stops.count)) * test.pAbove)
    case .repeats, .closed: nil
    }
  }

  /// The p values of "not above the bound" and of "not below the baseline"; nil unless a test compares both sides.
  fileprivate var sides: (above: Double, below: Double)? {
    switch self {
    case .ratio(let test, _): (test.pAbove, test.pBelow)
    case .counts(let test): (test.pAbove, test.pBelow)
    case .budget, .repeats, .closed: nil
    }
  }

  var ratio: RatioTest? { if case .ratio(let test, _) = self { test } else { nil } }

  /// A Boolean value indicating whether nothing is tested only because there are too few pairs.
  var awaitsPairs: Bool {
    guard case .closed(.missing(let reason)) = self else { return false }
    return switch reason {
    case .tooFew, .tooFewLayouts, .beforeFirstInterim: true
    default: false
    }
  }
}

extension [ExaminedCell] {
  /// Judges gated cells together by Holm's procedure, once for growth and once for improvement.
  func judged(_ rule: DecisionRule, _ layout: LayoutChecker) throws(StatisticsError) -> [JudgedCell]
  {
    let pAbove = map { $0.examination.pAbove(rule) }
    let above = try pAbove.adjusted(by: Holm.adjusted)
    let below = try map { $0.examination.sides?.below }.adjusted(by: Holm.adjusted)
    let tests = pAbove.count { $0 != nil }
    return try judged(
      zip(above, below).map { .init(above: $0 ?? 1, below: $1 ?? 1, reported: $0 ?? 1) },
      level: rule.alpha,
      design: PairDesign(
        level: rule.interims?.level(rule.alpha, tests: tests) ?? rule.alpha
          / Double(Swift.max(1, tests)),
        interims: rule.interims), rule, layout)
  }

  /// Judges ungated cells together by Benjamini and Hochberg's procedure, each in both directions at once.
  /// The detectable change is given for each cell by itself, at half of the rate for each direction, because
  /// the rest depends on how many others are called different.
  func informed(
    _ rule: DecisionRule, _ layout: LayoutChecker
  ) throws(StatisticsError) -> [JudgedCell] {
    let q = try map { $0.examination.sides.map(RatioTest.twoSidedPValue) }
      .adjusted(by: BenjaminiHochberg.adjusted)
    return try judged(
      zip(self, q).map { cell, q in
        let isAbove = cell.examination.sides.map { $0.above <= $0.below } ?? true
        return .init(above: isAbove ? q ?? 1 : 1, below: isAbove ? 1 : q ?? 1, reported: q ?? 1)
      },
      level: rule.discoveryRate,
      // Other cells decided the number of pairs.
      design: PairDesign(
        level: rule.discoveryRate / 2 / Double(rule.interims?.count ?? 1), interims: nil),
      rule, layout)
  }

  private func judged(
    _ pValues: [RatioTest.Adjusted], level: Double, design: PairDesign, _ rule: DecisionRule,
    _ layout: LayoutChecker
  ) throws(StatisticsError) -> [JudgedCell] {
    var judged: [JudgedCell] = []
    for (cell, p) in zip(self, pValues) {
      let outcome: CellOutcome =
        switch cell.examination {
        case .ratio(let test, let kind):
          .judged(
            try test.verdict(p, of: kind, level: level, design: design, rule: rule) {
              layout.check($0, of: cell.name, isOverLayouts: $1)
            })
        case .budget(let test):
          // Looks, which test no ratio, take part in the correction of its p value.
          .judged(
            try test.verdict(
              above: p.above,
              testLevel: design.level * Double(rule.interims?.count ?? 1)
                / Double(Swift.max(1, rule.stops.count)), rule: rule))
        case .counts(let test):
          .judged(test.verdict(p, level: level, testLevel: design.level, rule: rule))
        case .repeats(let comparison): .judged(try comparison.verdict())
        case .closed(let reason): reason
        }
      judged.append(JudgedCell(name: cell.name, gate: cell.gate, outcome: outcome))
    }
    return judged
  }
}

extension [Double?] {
  /// The p values, adjusted together by a procedure; nil stays nil.
  func adjusted(
    by procedure: ([Double]) throws(StatisticsError) -> [Double]
  ) throws(StatisticsError) -> [Double?] {
    var adjusted = try procedure(compactMap(\.self))[...]
    return map { $0 == nil ? nil : adjusted.popFirst() }
  }
}

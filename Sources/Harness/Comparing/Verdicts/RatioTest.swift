import Recording
import Statistics

/// The test of one cell's ratio by itself: its p values before other cells are considered.
struct RatioTest {
  let kind: RunKind
  let evidence: CellVerdict.Evidence
  /// From all pairs.
  let logRatio: LogRatio
  /// The ratio that must not be exceeded.
  let bound: Double
  /// The share of 1 within which the ratio counts as unchanged.
  let margin: Double
  /// The p value of "the ratio is at most the bound".
  let pAbove: Double
  /// The p value of "the ratio is not below the mirror image of the floor".
  let pBelow: Double

  /// Tests pairs: at each look that the rule takes, or once at their end.
  init(
    pairs: [Pair], layouts: Int, kind: RunKind, allowed: Double?, rule: DecisionRule
  ) throws(NoRatio) {
    let all = try PairedSides(pairs, layouts: layouts)
    var looks: [LogRatio] = []
    if let first = rule.looks?.pairs.first, pairs.count < first {
      throw .beforeFirstLook(pairs.count, first: first)
    }
    for count in rule.looks?.taken(with: pairs.count) ?? [] {
      looks.append(try PairedSides(Array(pairs.prefix(count)), layouts: layouts).logRatio)
    }
    try self.init(
      all.logRatio, all.evidence, kind, allowed, rule,
      looks: rule.looks == nil ? [all.logRatio] : looks)
  }

  /// Tests runs that no round ties together.
  /// - Parameter isAcrossTimes: whether the sides were measured at different times.
  init(
    independent baseline: [Double], _ candidate: [Double], kind: RunKind,
    isAcrossTimes: Bool = false, allowed: Double?, rule: DecisionRule
  ) throws(NoRatio) {
    let logRatio: LogRatio
    do throws(StatisticsError) {
      logRatio = try IndependentRatio(
        baseline: Distribution(baseline), candidate: Distribution(candidate)
      ).logRatio
    } catch {
      throw .undefined(error.description)
    }
    var rule = rule
    rule.looks = nil
    let count = min(baseline.count, candidate.count)
    try self.init(
      logRatio, isAcrossTimes ? .acrossTimes(count) : .independent(count), kind, allowed, rule,
      looks: [logRatio])
  }

  private init(
    _ logRatio: LogRatio, _ evidence: CellVerdict.Evidence, _ kind: RunKind, _ allowed: Double?,
    _ rule: DecisionRule, looks: [LogRatio]
  ) throws(NoRatio) {
    let bound = 1 + (allowed ?? rule.floor)
    var above: [Double] = []
    var below: [Double] = []
    do throws(StatisticsError) {
      for look in looks {
        above.append(try look.pValue(ratioAtMost: bound))
        below.append(try look.pValue(ratioAtLeast: rule.improvementBound))
      }
    } catch {
      throw .undefined(error.description)
    }
    self.kind = kind
    self.evidence = evidence
    self.logRatio = logRatio
    self.bound = bound
    margin = rule.unchangedMargin(allowing: allowed)
    pAbove = rule.looks?.combined(above) ?? above.first ?? 1
    pBelow = rule.looks?.combined(below) ?? below.first ?? 1
  }
}

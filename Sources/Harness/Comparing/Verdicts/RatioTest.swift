import MetricCatalog
import Recording
import Statistics

/// The test of one cell's ratio by itself: its p values before other cells are considered.
struct RatioTest {
  let kind: RunKind
  let evidence: CellVerdict.Evidence
  /// From all pairs.
  let logRatio: LogRatio
  /// The ratio that is shown to be exceeded, or not.
  let bound: Double
  /// The estimates that are called no change, however sure they are.
  let negligible: ClosedRange<Double>
  /// The share of 1 within which the ratio counts as unchanged, or as within its gate.
  let margin: Double
  /// No p value of so many runs is smaller, whatever their figures; 0 of pairs, which have it in them.
  let smallestPValue: Double
  /// The p value of "the ratio is at most the bound".
  let pAbove: Double
  /// The p value of "the ratio is at least 1".
  let pBelow: Double

  /// Tests pairs: at each look that the rule takes, or once at their end.
  init(
    _ metric: Metric, pairs: [Pair], layouts: Int, kind: RunKind, allowed: Double?,
    rule: DecisionRule
  ) throws(NoRatio) {
    let all = try PairedSides(pairs, layouts: layouts)
    if let first = rule.looks?.pairs.first, pairs.count < first {
      throw .beforeFirstLook(pairs.count, first: first)
    }
    var looks: [PairedTest] = []
    for count in rule.looks?.taken(with: pairs.count) ?? [] {
      looks.append(try PairedSides(Array(pairs.prefix(count)), layouts: layouts).test)
    }
    if rule.looks == nil { looks = [all.test] }
    let bound = rule.bound(allowing: allowed)
    var above: [Double] = []
    var below: [Double] = []
    do throws(StatisticsError) {
      for look in looks {
        above.append(try look.pValue(ratioAtMost: bound))
        below.append(try look.pValue(ratioAtLeast: 1))
      }
    } catch {
      throw .undefined(error.description)
    }
    self.kind = kind
    self.bound = bound
    evidence = all.evidence
    smallestPValue = 0
    logRatio = all.logRatio
    negligible = rule.negligible(metric, baseline: all.baseline, allowing: allowed)
    margin = rule.unchangedMargin(allowing: allowed)
    pAbove = rule.looks?.combined(above) ?? above.first ?? 1
    pBelow = rule.looks?.combined(below) ?? below.first ?? 1
  }

  /// Tests runs that no round ties together, once.
  /// - Parameter isAcrossTimes: whether the sides were measured at different times.
  init(
    _ metric: Metric, independent baseline: [Double], _ candidate: [Double], kind: RunKind,
    isAcrossTimes: Bool = false, allowed: Double?, rule: DecisionRule
  ) throws(NoRatio) {
    let bound = rule.bound(allowing: allowed)
    do throws(StatisticsError) {
      let sides = try (Distribution(baseline), Distribution(candidate))
      let ratio = try IndependentRatio(baseline: sides.0, candidate: sides.1)
      logRatio = ratio.logRatio
      smallestPValue = ratio.smallestPValue
      pAbove = max(ratio.smallestPValue, try logRatio.pValue(ratioAtMost: bound))
      pBelow = max(ratio.smallestPValue, try logRatio.pValue(ratioAtLeast: 1))
      negligible = rule.negligible(metric, baseline: sides.0.mean, allowing: allowed)
    } catch {
      throw .undefined(error.description)
    }
    let count = min(baseline.count, candidate.count)
    evidence = isAcrossTimes ? .acrossTimes(count) : .independent(count)
    margin = rule.unchangedMargin(allowing: allowed)
    self.kind = kind
    self.bound = bound
  }
}

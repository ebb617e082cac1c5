import Metrics
import Recording
import Scenarios
import Statistics

/// Examines cells of a comparison, each by itself.
struct CellExaminer {
  let analysis: ExperimentAnalysis
  let measurements: CellMeasurements
  let rule: DecisionRule
  let failures: [String: StoryFailure]
  /// The stories whose counts of instructions failed, by name.
  let countFailures: [String: StoryFailure]
  /// The stories whose counts of allocations failed, by name.
  private let allocationFailures: [String: StoryFailure]
  /// The terms if the baseline was saved earlier; nil if it was not.
  let saved: SavedTerms?

  init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String, rule: DecisionRule,
    saved: SavedTerms? = nil
  ) {
    self.analysis = analysis
    measurements = CellMeasurements(analysis, baseline: baseline, candidate: candidate)
    failures = StoryFailure.all(analysis, baseline: baseline, candidate: candidate)
    countFailures = StoryFailure.ofCounting(
      .counted, analysis, baseline: baseline, candidate: candidate)
    allocationFailures = StoryFailure.ofCounting(
      .allocations, analysis, baseline: baseline, candidate: candidate)
    self.rule = rule
    self.saved = saved
  }

  /// Returns the examination of a cell by the limit of its gate, or if nil, by the rule's own.
  func examine(_ name: CellName, limit: Gate.Limit?) -> Examination {
    if let failure = failures[name.story] { return .closed(failure.outcome) }
    if name.metric.isInstructionCount, let failure = countFailures[name.story] {
      return .closed(failure.outcome)
    }
    if name.metric.isAllocationCount, let failure = allocationFailures[name.story] {
      return .closed(failure.outcome)
    }
    if name.metric.isRetention {
      return .closed(retention(name, limit, of: measurements.candidate))
    }
    do throws(NoRatio) {
      if case .budget(let budget) = limit { return .budget(try self.budget(name, budget)) }
      if let objection = saved?.objection(to: name, rule: rule) { throw objection }
      guard measurements.has(name, measurements.candidate) else {
        throw .missing(build: measurements.candidate)
      }
      guard case .change(let allowed) = limit else { return try ratio(name, nil) }
      return try ratio(name, allowed)
    } catch {
      return .closed(.missing(error))
    }
  }

  /// Returns whether the story is newer than the stored baseline. Builds that were measured together both
  /// have every story, or something is wrong. If a saved baseline was requested but is missing, "nothing can
  /// have got worse" is no answer.
  private func isNew(_ story: String) -> Bool {
    analysis.experiment.source == .stored && saved == nil
      && !analysis.runs.contains { $0.story == story && $0.build == measurements.baseline }
  }

  private func ratio(_ name: CellName, _ allowed: Double?) throws(NoRatio) -> Examination {
    guard measurements.has(name, measurements.baseline) else {
      if isNew(name.story) { return .closed(.new(since: nil)) }
      throw .missing(build: measurements.baseline)
    }
    if let repeats = repeats(name, allowed) { return .repeats(repeats) }
    guard analysis.experiment.source.isMeasured else {
      if let saved, !saved.isForced { throw .notRepeated }
      let kind = measurements.kind(of: name) ?? name.metric.kinds[0]
      let baseline = measurements.values(name, measurements.baseline, kind)
      let candidate = measurements.values(name, measurements.candidate, kind)
      if baseline.isEmpty || candidate.isEmpty { throw .noCommonKind }
      let isNone = areNone(name.metric, baseline + candidate)
      if name.metric == .errors || isNone {
        let counts = CountChange(unpaired: baseline, candidate)
        return .closed(.judged(unpaired(counts, kind, isNone ? .unchanged : nil)))
      }
      return .ratio(
        try RatioTest(
          name.metric, independent: baseline, candidate,
          isAcrossTimes: analysis.experiment.source == .stored, allowed: allowed, rule: rule), kind)
    }
    let (kind, pairs) = pairs(name)
    let isNone = areNone(name.metric, pairs)
    if name.metric == .errors || isNone {
      let test = try CountTest(pairs, of: kind, rule: rule)
      return test.isNeeded && !isNone
        ? .counts(test)
        : .closed(.judged(CellResult(.unchanged, test.counts, .pairs(pairs.count), of: kind)))
    }
    return .ratio(
      try RatioTest(
        name.metric, pairs: pairs, layouts: analysis.layouts(of: name.metric),
        of: analysis.experiment.partition, allowed: allowed, rule: rule), kind)
  }

  /// Returns whether some of a cell's pairs have none of what is counted, and none has so many that it could be a
  /// finding.
  func hasNone(_ name: CellName) -> Bool { areNone(name.metric, pairs(name).pairs) }

  private func areNone(
    _ metric: Metric, _ pairs: [Pair<ExperimentAnalysis.Measurement>]
  ) -> Bool {
    areNone(metric, pairs.flatMap { [$0.baseline.value, $0.candidate.value] })
  }

  /// Returns whether some of these values of both sides are 0, so that there is no ratio, and none is so great that
  /// it could be a finding.
  private func areNone(_ metric: Metric, _ values: [Double]) -> Bool {
    metric.mayBeNone && values.contains(0)
      && values.allSatisfy { (0...metric.absoluteFloor).contains($0) }
  }

  /// The result of counts of unpaired runs, which are not tested: those of a run depend on each other. The verdict is
  /// that of the counts if nil.
  private func unpaired(
    _ counts: CountChange, _ kind: RunKind, _ verdict: Verdict?
  ) -> CellResult {
    let count = min(counts.baseline.runs, counts.candidate.runs)
    return CellResult(
      verdict ?? counts.verdict(at: rule.alpha, by: rule), counts,
      analysis.experiment.source == .stored ? .acrossTimes(count) : .independent(count), of: kind)
  }

  /// Measurements without noise, if both sides have them.
  private func repeats(_ name: CellName, _ allowed: Double?) -> RepeatComparison? {
    guard let (kind, rule) = rule.repeating(name.metric) else { return nil }
    let machines = analysis.experiment.partition?.deciding.map(\.environment.processors) ?? []
    let processors = max(analysis.experiment.environment?.processors ?? 1, machines.max() ?? 1)
    let baseline = measurements.values(name, measurements.baseline, kind)
    let candidate = measurements.values(name, measurements.candidate, kind)
    let isCount = name.metric.isInstructionCount || name.metric.isAllocationCount
    // A count may be 0; any other 0 is not a measurement.
    if !isCount, baseline.contains(where: { $0 <= 0 }) { return nil }
    let repeating = RepeatComparison(
      baseline: baseline, candidate: candidate, kind: kind, allowed: allowed, rule: rule,
      batch: measurements.areBatched(name, kind) ? RepeatRule.batch(processors: processors) : 0,
      // A comparison has two runs of each side if they are the same, and no pairs with another time.
      allowsTwo: kind == .fixedAddresses && analysis.experiment.source == .stored)
    // Counts are never numerous enough for pairs.
    guard repeating == nil, isCount else { return repeating }
    return RepeatComparison(
      varying: baseline, candidate: candidate, kind: kind, allowed: allowed, rule: rule)
  }

  func pairs(_ name: CellName) -> (kind: RunKind, pairs: [Pair<ExperimentAnalysis.Measurement>]) {
    let kind = measurements.kind(of: name) ?? name.metric.kinds[0]
    return (kind, measurements.pairs(name, kind))
  }

  /// Returns the growth of a metric over pairs as a share, and whether it is shown, tested once at the end;
  /// nil if there are too few pairs.
  func growth(
    of metric: Metric, over pairs: [Pair<ExperimentAnalysis.Measurement>]
  ) -> (share: Double, isShown: Bool)? {
    guard
      let test = try? RatioTest(
        metric, pairs: pairs, layouts: analysis.layouts(of: metric),
        of: analysis.experiment.partition, allowed: nil, rule: rule.atOnce),
      let estimate = try? test.logRatio.ratio(confidenceLevel: rule.confidenceLevel)
    else { return nil }
    return (estimate.point - 1, test.pAbove <= rule.alpha)
  }

  /// Returns the test of a budget, on runs that ran alone and so show what one build costs by itself. Where
  /// addresses are chosen at random, anonymous memory reads too low by the files that were mapped after its peak.
  private func budget(_ name: CellName, _ budget: Double) throws(NoRatio) -> BudgetTest {
    let isExactAtFixedAddresses = name.metric.ofDriver == .peakAnonymousMemory
    let alone: [RunKind] =
      isExactAtFixedAddresses ? [.fixedAddresses, .solo] : [.solo, .fixedAddresses]
    let kinds = alone + name.metric.kinds
    let found = kinds.map { ($0, measurements.values(name, measurements.candidate, $0)) }
    let enough = found.first { $0.1.count >= MeanTest.fewestValues }
    guard let (kind, values) = enough ?? found.first(where: { !$0.1.isEmpty }) else {
      throw .missing(build: measurements.candidate)
    }
    return try BudgetTest(values, kind: kind, budget: budget)
  }

  /// Returns whether a build retains more per cycle than its gate allows, 0 by default.
  private func retention(_ name: CellName, _ limit: Gate.Limit?, of build: String) -> CellOutcome {
    let runs = analysis.cycleRuns.filter { $0.story == name.story && $0.build == build }
    let failures = runs.count { $0.cycleFailure != nil }
    if failures > 0 { return .unmeasured(build: build, count: failures, of: runs.count) }
    let found = analysis.retentions.first { $0.story == name.story && $0.build == build }
    guard let test = found?.test(of: name.metric) else { return .missing(.missing(build: build)) }
    let budget = if case .budget(let budget) = limit { budget } else { 0.0 }
    let verdict: Verdict =
      switch test.verdict {
      case .flat, .bounded: .withinGate
      case .retains where test.rate.lower > budget: .regressed
      case .retains where test.rate.upper <= budget: .withinGate
      // Growth that began late has no rate yet; it is within the gate only up to one cycle's allowance.
      case .inconclusive where Double(test.range) <= budget: .withinGate
      case .retains, .inconclusive: .inconclusive
      }
    return .judged(
      CellResult(
        verdict: verdict,
        value: .mean(test.rate), bound: budget, evidence: .cycles(test.cycles), kind: .cycles,
        pValue: nil, detectable: budget, layout: nil))
  }
}

import Metrics
import Recording
import Scenarios
import Statistics

/// Two builds of one experiment, judged: every gated cell with its verdict, and the overall outcome.
///
/// It is computed from recorded runs alone, so it can be recomputed from the store at any time, with the same
/// rule or another.
public struct Judgement: Sendable, Hashable {
  /// The baseline build.
  public let baseline: String
  /// The candidate build.
  public let candidate: String
  /// Their compilers, if they differ; else nil.
  public let compilers: CompilerPair?
  /// The rule that it was judged by.
  public let rule: DecisionRule
  /// The terms if the baseline was saved earlier; nil if it was not.
  public let saved: SavedTerms?
  /// The proof that both are the same, so that only budgets are judged; nil if there is none.
  public let proof: Decision.Proof?
  /// The proofs that single stories are the same, or do the same work, so that only their budgets are judged, by the
  /// stories' names; empty if there are none, or if ``proof`` is about all of them.
  public private(set) var storyProofs: [String: Decision.Proof]
  /// The finding of both sides' inputs; nil if they were not recorded.
  public let inputs: InputFinding?
  /// How the harnesses of both sides differ, or which one both ran; nil if they are known to be the same.
  public let harness: HarnessFinding?
  /// The new stories, which are not compared; nil if there are none.
  public let newStories: Decision.NewStories?
  /// The gated cells, which decide.
  public private(set) var gated: [JudgedCell]
  /// The whole runs that were judged together with the gated cells, because they decide if they got worse
  /// (``OutsideWork``).
  public private(set) var guards: [JudgedCell]
  /// All other cells, which decide nothing.
  public private(set) var others: [JudgedCell]
  /// The stories that failed, gated or not, in the experiment's order: a crash passes no gate.
  public private(set) var failures: [StoryFailure]
  /// The reasons why the verdicts of some stories say less than they seem to.
  public private(set) var reservations: [Reservation]
  /// The result of the control; nil if there is none.
  public let control: ControlResult?
  /// The stories whose time is ungated, although they do more than use one CPU.
  public private(set) var ungatedTimes: [UngatedTime]
  /// The number of cells judged by ratios and counts that share the chance of a false alarm. Budgets share it too
  /// (``testsOfGrowth``).
  public let testCount: Int
  /// The missing measurements. Nothing is decided then, whatever the rest shows. Nil if nothing is missing.
  public private(set) var missing: MissingMeasurements?
  /// A Boolean value indicating whether what is inconclusive fails.
  public var isStrict: Bool

  /// Judges a candidate. A scenario without gates has `Gate.standard`. The terms are nil unless the baseline
  /// was saved earlier.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test, such as a level of 0.
  public init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String,
    gates: [Gate] = Gate.standard, rule: DecisionRule = .standard, saved: SavedTerms? = nil
  ) throws(StatisticsError) {
    try self.init(
      analysis, baseline: baseline, candidate: candidate, gates: gates, rule: rule, saved: saved,
      instructions: analysis.metrics.first(where: \.isInstructionCount))
  }

  /// Judges a candidate; `instructions` is the metric that counts them, nil if there is none.
  init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String, gates: [Gate],
    rule: DecisionRule, saved: SavedTerms? = nil, instructions: Metric?
  ) throws(StatisticsError) {
    let examiner = CellExaminer(
      analysis, baseline: baseline, candidate: candidate, rule: rule, saved: saved)
    let family = CellFamily(examiner, gates: gates)
    let decision = analysis.experiment.decision
    let proof = decision?.proof
    let new = analysis.experiment.decision?.newStories
    let layout = LayoutChecker(examiner: examiner, instructions: instructions)
    self.baseline = baseline
    self.candidate = candidate
    compilers = CompilerPair(of: analysis.experiment, baseline: baseline, candidate: candidate)
    self.rule = rule
    self.saved = saved
    self.proof = proof
    storyProofs = decision?.storyProofs ?? [:]
    inputs = analysis.experiment.decision?.inputs
    harness = analysis.experiment.decision?.harness
    newStories = new
    missing = analysis.missingParts
    isStrict = decision?.purpose == .strictCheck
    reservations =
      analysis.reservations + analysis.moreSentAgain(than: baseline, on: candidate)
    failures = analysis.stories.compactMap { examiner.failures[$0] }
    // If nothing was compared, it does not matter what was read.
    if failures.contains(where: { !$0.isOfTool }) {
      reservations.removeAll { if case .inputsUnknown = $0 { true } else { false } }
    }
    let control = try ControlResult(analysis, rule: rule)
    self.control = control
    let (outside, memory) = (family.outside, family.memory)
    let wholes = family.guards
    let judged = try (family.gated() + wholes).judged(rule, layout)
    testCount = judged.count { cell in
      switch cell.outcome.result?.value {
      case .ratio: true
      case .counts: cell.outcome.result?.pValue != nil
      case .range, .mean, nil: false
      }
    }
    guards = Array(judged.suffix(wholes.count))
    let worse = guards.filter {
      $0.name.metric == .wholePeakMemory ? memory.isWorse($0) : outside.isWorse($0)
    }
    gated = (judged.dropLast(wholes.count) + worse).map(outside.reporting).map(memory.reporting)
      .map { $0.doubted(by: control) }
    let time = analysis.timeOfRound
    gated = gated.map { $0.taking(time) }
    let decided = Set(worse.map(\.name))
    let informing = family.cells.others.filter {
      decision?.proof(of: $0.story) == nil && new?.names.contains($0.story) != true
        && !decided.contains($0)
    }.map { ExaminedCell(name: $0, gate: nil, examination: examiner.examine($0, limit: nil)) }
    others = try informing.informed(rule, layout).map(outside.reporting).map(memory.reporting)
      .map { $0.doubted(by: control) }
    ungatedTimes = UngatedTime.all(analysis, gates: gates, others: others)
    let lost = LostUsers(of: self, in: analysis)
    gated = gated.map(lost.reporting)
    others = others.map(lost.reporting)
    reservations += (gated + others).compactMap { $0.outcome.result?.moved }.uniqued
      .map(Reservation.moved)
  }

  /// The number of tests among which growth has to show: of the budgets, Holm's procedure leaves the part of those that
  /// are shown to be exceeded to the others.
  public var testsOfGrowth: Int {
    testCount
      + gated.count { cell in
        guard cell.gate?.isBudget == true, let result = cell.outcome.result else { return false }
        return result.pValue != nil && result.verdict != .regressed
      }
  }

  /// The gated cells that are shown to be neither worse nor the same.
  public var undecided: [JudgedCell] { gated.filter { $0.outcome.verdict == .inconclusive } }

  /// The latencies that are shown to have grown in stories without a gate on any latency.
  public var ungatedLatencies: [JudgedCell] {
    func isOfLatency(_ cell: JudgedCell) -> Bool { Metric.latencies.contains(cell.name.metric) }
    let gating = Set(gated.filter(isOfLatency).map(\.name.story))
    return others.filter {
      isOfLatency($0) && $0.name.step == nil && $0.outcome.verdict == .regressed
        && !gating.contains($0.name.story)
    }
  }

  /// The stories of many users who got more wrong answers from the candidate, without a gate on that but a budget.
  public var ungatedErrors: [(story: String, counts: CountChange)] {
    others.compactMap { cell in
      guard cell.name.metric == .errors,
        case .counts(let counts)? = cell.outcome.result?.value,
        counts.candidate.mean > counts.baseline.mean
      else { return nil }
      return (cell.name.story, counts)
    }
  }

  /// The reservations that a strict check does not pass, whatever the cells show.
  public var inconclusiveReservations: [Reservation] {
    reservations.filter { $0.weight == .inconclusive }
  }

  /// A Boolean value indicating whether the check fails by reservations alone, because it is strict.
  public var failsByReservations: Bool {
    isStrict && missing == nil && outcome == .inconclusive && undecided.isEmpty
  }

  /// A Boolean value indicating whether proofs are the reason that nothing was measured.
  public var isProven: Bool {
    proof != nil
      || !gated.isEmpty
        && gated.allSatisfy { if case .proven = $0.outcome { true } else { false } }
  }

  /// The same of measurements that have not ended, because they go on or were stopped: what they do not show yet may
  /// still show.
  public var ofUnfinished: Judgement {
    var unfinished = self
    unfinished.missing = missing ?? .end
    return unfinished
  }

  /// The cells of some stories only, as judged among all.
  public func restricted(to stories: Set<String>) -> Judgement {
    var part = self
    part.gated.removeAll { !stories.contains($0.name.story) }
    part.guards.removeAll { !stories.contains($0.name.story) }
    part.others.removeAll { !stories.contains($0.name.story) }
    part.failures.removeAll { !stories.contains($0.story) }
    part.ungatedTimes.removeAll { !stories.contains($0.story) }
    part.storyProofs = storyProofs.filter { stories.contains($0.key) }
    part.reservations.removeAll { $0.story.map { !stories.contains($0) } ?? false }
    return part
  }

  /// The same with the gravest of the gated cells first: of those that pass, those that improved, and of equals
  /// the largest change.
  public var gravestFirst: Judgement {
    var sorted = self
    sorted.gated = gated.enumerated().sorted { a, b in
      (b.element.gravity, a.offset) < (a.element.gravity, b.offset)
    }.map(\.element)
    return sorted
  }

  /// The cells of a metric for whole stories and without a budget, gated or not.
  public func cells(of metric: Metric) -> [JudgedCell] {
    (gated + others).filter {
      $0.name.metric == metric && $0.name.step == nil && $0.gate?.isBudget != true
    }
  }

  /// The overall outcome: the worst of the gated cells and of all stories' failures.
  ///
  /// New cells pass, because nothing can have got worse. If all are new there is no baseline, unless it was
  /// known from the start that there could be none.
  public var outcome: Outcome { weights.max() ?? .notComparable }

  /// The overall outcome, which is no verdict if anything is missing, whatever the rest shows.
  public var decidedOutcome: Outcome { decided(outcome) }

  /// Returns the overall outcome for a purpose. Each cell is weighed by itself: a regression that fails nothing hides
  /// no cell that could not be compared. It is no verdict if anything is missing.
  public func outcome(for purpose: Decision.Purpose) -> Outcome {
    decided(weights.map { $0.weighed(for: purpose) }.max() ?? .notComparable)
  }

  /// Parts that are missing are to be made elsewhere: nobody stopped what is there.
  private func decided(_ outcome: Outcome) -> Outcome {
    switch missing {
    case .parts: max(outcome, .notComparable)
    case .end: .interrupted
    case nil: outcome
    }
  }

  /// A Boolean value indicating whether nothing gated has a baseline, which was not known from the start.
  public var isWithoutBaseline: Bool { gated.allSatisfy { $0.outcome == .new(since: nil) } }

  /// The outcomes due to the gated cells, the failures and the reservations.
  private var weights: [Outcome] {
    let cells = isWithoutBaseline ? [.notComparable] : gated.map(\.outcome.weight)
    return cells + failures.map(\.weight) + reservations.map(\.weight)
  }
}

extension JudgedCell {
  /// The place among cells of which not all can be shown.
  fileprivate var gravity: Gravity {
    guard let result = outcome.result else { return Gravity(outcome: outcome.weight) }
    var gravity = Gravity(outcome: outcome.weight, isImproved: result.verdict == .improved)
    if !result.value.isRatio { return gravity }
    gravity.size = max(result.value.point, 1 / result.value.point)
    return gravity
  }

  fileprivate func taking(_ timeOfRound: Duration?) -> JudgedCell {
    guard let timeOfRound, case .judged(var result) = outcome, let pairs = result.deciding?.pairs
    else { return self }
    result.deciding?.time = timeOfRound * pairs
    return JudgedCell(name: name, gate: gate, outcome: .judged(result))
  }
}

/// The importance of a cell to somebody who reads a few of them.
private struct Gravity: Comparable {
  var outcome: Outcome
  var isImproved = false
  /// The ratio or its reciprocal, whichever is greater.
  var size = 1.0

  static func < (a: Self, b: Self) -> Bool {
    (a.outcome, a.isImproved ? 1 : 0, a.size) < (b.outcome, b.isImproved ? 1 : 0, b.size)
  }
}

extension CellOutcome {
  /// The overall outcome due to a gated cell with this outcome.
  var weight: Outcome {
    switch self {
    case .failed, .failedOnBoth, .differing: .appFailed
    case .unmeasured: .toolFailed
    case .missing: .notComparable
    case .new, .proven: .passed
    case .judged(let result):
      switch result.verdict {
      case .regressed: .regression
      case .inconclusive: .inconclusive
      case .improved, .unchanged, .withinGate: .passed
      }
    }
  }
}

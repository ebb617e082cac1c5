import Metrics
import Recording
import Scenarios
import Statistics

/// Two builds of one experiment, judged: every gated cell with its verdict, and what it all comes to.
///
/// It is computed from recorded runs alone, so it can be made again from the store at any time,
/// with the same rule or another.
public struct Judgement: Sendable, Hashable {
  /// The build that the other is measured against.
  public let baseline: String
  /// The build in question.
  public let candidate: String
  /// Their compilers, where these are not the same; else nil.
  public let compilers: CompilerPair?
  /// The numbers by which it was judged.
  public let rule: DecisionRule
  /// The terms where the baseline was saved before; nil where it was not.
  public let saved: SavedTerms?
  /// The proof that both are the same, so that only budgets are judged; nil where there is none.
  public let proof: Decision.Proof?
  /// What the inputs of both sides say; nil if they were not recorded.
  public let inputs: InputFinding?
  /// How the harnesses of both sides differ, or which both ran; nil if they are the same anyhow.
  public let harness: HarnessFinding?
  /// The stories that are not compared, since they are new; nil where all are.
  public let newStories: Decision.NewStories?
  /// The gated cells: they decide.
  public private(set) var gated: [JudgedCell]
  /// The whole runs that were judged together with the gated cells, since they decide where they got worse
  /// (``OutsideWork``).
  public private(set) var guards: [JudgedCell]
  /// All other cells, which decide nothing.
  public private(set) var others: [JudgedCell]
  /// The stories that failed, gated or not, in the experiment's order: no gate lets a crash pass.
  public private(set) var failures: [StoryFailure]
  /// Why the verdicts of some stories say less than they seem to.
  public private(set) var reservations: [Reservation]
  /// What the control came to; nil where there is none.
  public let control: ControlResult?
  /// The stories whose time no verdict is about, though it is not CPU time that they take.
  public private(set) var ungatedTimes: [UngatedTime]
  /// The number of cells judged by ratios that share the chance of a false alarm. Budgets share it too, yet what
  /// Holm's procedure shows of them leaves the others their part, so that these alone bound what each needs.
  public let testCount: Int
  /// Which parts of several machines are missing, as the end of a sentence: nothing is decided then, whatever
  /// the others show. Nil where none is.
  public let missingParts: String?

  /// Judges a candidate.
  /// - Parameters:
  ///   - gates: what may not get worse; a scenario without gates has `Gate.standard`.
  ///   - saved: what holds where the baseline was saved before; nil where it was not.
  /// - Throws: `StatisticsError` where the rule's own numbers allow no test, such as a level of 0.
  public init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String,
    gates: [Gate] = Gate.standard, rule: DecisionRule = .standard, saved: SavedTerms? = nil
  ) throws(StatisticsError) {
    try self.init(
      analysis, baseline: baseline, candidate: candidate, gates: gates, rule: rule, saved: saved,
      instructions: analysis.metrics.first(where: \.isInstructionCount))
  }

  /// - Parameter instructions: the metric that counts instructions; nil where there is none.
  init(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String, gates: [Gate],
    rule: DecisionRule, saved: SavedTerms? = nil, instructions: Metric?
  ) throws(StatisticsError) {
    let examiner = CellExaminer(
      analysis, baseline: baseline, candidate: candidate, rule: rule, saved: saved)
    let cells = GatedCells(analysis, examiner.measurements, gates: gates)
    let proof = analysis.experiment.decision?.proof
    let new = analysis.experiment.decision?.newStories
    let layout = LayoutChecker(examiner: examiner, instructions: instructions)
    self.baseline = baseline
    self.candidate = candidate
    compilers = CompilerPair(
      of: analysis.experiment, baseline: baseline, candidate: candidate)
    self.rule = rule
    self.saved = saved
    self.proof = proof
    inputs = analysis.experiment.decision?.inputs
    harness = analysis.experiment.decision?.harness
    newStories = new
    missingParts = analysis.experiment.partition?.missingWords
    reservations = analysis.reservations
    failures = analysis.stories.compactMap { examiner.failures[$0] }
    // What was not compared needs no doubt about what it read.
    if failures.contains(where: { !$0.isOfTool }) {
      reservations.removeAll { if case .inputsUnknown = $0 { true } else { false } }
    }
    let control = try ControlResult(analysis, rule: rule)
    self.control = control
    let outside = OutsideWork(examiner, gates: cells.gated)
    let memory = OutsideMemory(examiner, gates: cells.gated)
    let wholes =
      proof == nil && new?.areAll != true ? outside.guards() + memory.guards() : []
    let judged = try Self.gated(
      cells.gated.map { cell in
        let closed: CellOutcome? =
          if examiner.failures[cell.name.story] != nil {
            nil
          } else if let new, new.names.contains(cell.name.story) {
            .new(since: new.reason)
          } else {
            proof != nil && !cell.gate.isBudget ? .proven : nil
          }
        return (
          cell.name, cell.gate,
          closed.map { .closed($0) } ?? examiner.examine(cell.name, limit: cell.gate.limit)
        )
      } + wholes, rule: rule, layout: layout)
    testCount = judged.count { cell in
      if case .ratio = cell.outcome.result?.value { true } else { false }
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
    let informing =
      proof == nil
      ? cells.others.filter {
        new?.names.contains($0.story) != true && !decided.contains($0)
      } : []
    others = try Self.informed(
      informing.map { ($0, examiner.examine($0, limit: nil)) }, rule: rule, layout: layout
    ).map(outside.reporting).map(memory.reporting).map { $0.doubted(by: control) }
    ungatedTimes = UngatedTime.all(analysis, gates: gates, others: others)
    reservations += (gated + others).compactMap { $0.outcome.result?.moved }.uniqued
      .map(Reservation.moved)
  }

  /// The gated cells that are neither shown to be worse nor shown to be the same, whatever else is.
  public var undecided: [JudgedCell] { gated.filter { $0.outcome.verdict == .inconclusive } }

  /// The same cells of some stories alone, as they were judged among all.
  public func restricted(to stories: Set<String>) -> Judgement {
    var part = self
    part.gated.removeAll { !stories.contains($0.name.story) }
    part.guards.removeAll { !stories.contains($0.name.story) }
    part.others.removeAll { !stories.contains($0.name.story) }
    part.failures.removeAll { !stories.contains($0.story) }
    part.ungatedTimes.removeAll { !stories.contains($0.story) }
    part.reservations.removeAll { $0.story.map { !stories.contains($0) } ?? false }
    return part
  }

  /// The cells of a metric that are about whole stories and no budget, gated or not.
  public func cells(of metric: Metric) -> [JudgedCell] {
    (gated + others).filter {
      $0.name.metric == metric && $0.name.step == nil && $0.gate?.isBudget != true
    }
  }

  /// The outcome of the whole; the worst of the gated cells and of all stories' failures.
  ///
  /// New cells pass, since nothing can have got worse; but where all are new there is no baseline,
  /// unless it was known from the beginning that there could be none.
  public var outcome: Outcome {
    let isWithoutBaseline = gated.allSatisfy { $0.outcome == .new(since: nil) }
    let cells = isWithoutBaseline ? [.notComparable] : gated.map(\.outcome.weight)
    return (cells + failures.map(\.weight) + reservations.map(\.weight)).max() ?? .notComparable
  }
}

extension JudgedCell {
  /// The same with the time that would decide it.
  fileprivate func taking(_ timeOfRound: Duration?) -> JudgedCell {
    guard let timeOfRound, case .judged(var result) = outcome, let pairs = result.deciding?.pairs
    else { return self }
    result.deciding?.time = timeOfRound * pairs
    return JudgedCell(name: name, gate: gate, outcome: .judged(result))
  }
}

extension CellOutcome {
  /// The whole's outcome by a gated cell that ended like this.
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

import Recording
import Analysis
import MetricCatalog
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
  /// The numbers by which it was judged.
  public let rule: DecisionRule
  /// What held where the baseline was saved before; nil where it was not.
  public let saved: SavedTerms?
  /// The gated cells: they decide.
  public private(set) var gated: [JudgedCell]
  /// All other cells, which decide nothing.
  public private(set) var others: [JudgedCell]
  /// The stories that failed, gated or not, in the experiment's order: no gate lets a crash pass.
  public private(set) var failures: [StoryFailure]

  /// Judges a candidate.
  /// - Parameters:
  ///   - gates: what may not get worse; a scenario without gates has ``Scenarios/Gate/standard``.
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
    let cells = GatedCells(analysis, examiner.figures, gates: gates)
    let layout = LayoutChecker(examiner: examiner, instructions: instructions)
    self.baseline = baseline
    self.candidate = candidate
    self.rule = rule
    self.saved = saved
    failures = analysis.stories.compactMap { examiner.failures[$0] }
    gated = try GatedFamily(
      cells.gated.map { ($0.name, $0.gate, examiner.examine($0.name, limit: $0.gate.limit)) },
      rule: rule, layout: layout
    ).judged
    others = try InformedFamily(
      cells.others.map { ($0, examiner.examine($0, limit: nil)) }, rule: rule,
      layout: layout
    ).judged
  }

  /// The same cells of some stories alone, as they were judged among all.
  public func restricted(to stories: Set<String>) -> Judgement {
    var part = self
    part.gated.removeAll { !stories.contains($0.name.story) }
    part.others.removeAll { !stories.contains($0.name.story) }
    part.failures.removeAll { !stories.contains($0.story) }
    return part
  }

  /// What it comes to; the worst of the gated cells and of all stories' failures.
  ///
  /// New cells pass, since nothing can have got worse; but where all are new there is no baseline.
  public var outcome: JudgementOutcome {
    let isWithoutBaseline = gated.allSatisfy { $0.outcome == .new }
    let cells = isWithoutBaseline ? [.notComparable] : gated.map(\.outcome.weight)
    return (cells + failures.map(\.weight)).max() ?? .notComparable
  }
}

extension CellOutcome {
  /// What a gated cell that ended like this makes of the whole.
  var weight: JudgementOutcome {
    switch self {
    case .failed, .differing: .appFailed
    case .unmeasured: .toolFailed
    case .missing: .notComparable
    case .new: .passed
    case .judged(let verdict):
      switch verdict.verdict {
      case .regressed: .regression
      case .inconclusive: .inconclusive
      case .improved, .unchanged, .withinGate: .passed
      }
    }
  }
}

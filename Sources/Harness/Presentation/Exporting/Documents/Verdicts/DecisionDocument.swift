import Analysis
import Metrics
import Recording
import Scenarios

/// The declaration of a comparison, as JSON: with `measurements.csv`, any program can recompute its verdicts.
struct DecisionDocument: Encodable, Sendable {
  let baseline: String
  let candidate: String
  /// The number of code layouts that the rounds alternate between.
  let layouts: Int
  /// The rounds that each of several machines made; omitted if one made all.
  let machines: MachinesDocument?
  let rule: DecisionRule
  /// The reason why both sides are known to be the same; omitted if everything was measured.
  let proof: Decision.Proof?
  /// The same for single stories, by their names; omitted if there are none.
  let storyProofs: [String: Decision.Proof]?
  /// The new stories, which are not compared; omitted if there are none.
  let newStories: Decision.NewStories?
  /// The control's terms; omitted if there is none.
  let control: ControlDocument?
  /// The metric that counts instructions; omitted if there is none.
  let instructions: String?
  /// The stories that run the same machine code on both sides, so that none can have moved; omitted if there
  /// are none.
  let sameCode: [String]?
  /// The terms for the metrics of the cells, by id.
  let metrics: [String: MetricDocument]
  let gated: [CellDocument]
  /// The whole runs that are judged together with the gated cells, and decide only if they got worse; omitted
  /// if there are none.
  let guards: [CellDocument]?
  let others: [CellDocument]
  /// The stories that failed, whose cells have no verdict: `failed` or `unmeasured`.
  let failed: [String: String]
  /// Omitted if the baseline was not saved earlier.
  let saved: SavedDocument?

  /// The declaration behind a judgement of an analysis.
  init(_ judgement: Judgement, of analysis: ExperimentAnalysis) {
    baseline = judgement.baseline
    candidate = judgement.candidate
    layouts = analysis.experiment.layouts
    machines = analysis.experiment.partition.map(MachinesDocument.init)
    rule = judgement.rule
    proof = judgement.proof
    storyProofs = judgement.storyProofs.isEmpty ? nil : judgement.storyProofs
    newStories = judgement.newStories
    control = judgement.control.flatMap { ControlDocument($0, of: judgement.baseline) }
    let instructions = analysis.metrics.first(where: \.isInstructionCount)
    self.instructions = instructions?.id
    let same = analysis.experiment.decision?.sameCode ?? []
    sameCode = same.isEmpty ? nil : same
    let cells = (judgement.gated + judgement.guards + judgement.others).map(\.name.metric)
    metrics = Dictionary(
      Set(cells + (instructions.map { [$0] } ?? []))
        .map { ($0.id, MetricDocument($0, judgement.rule)) },
      uniquingKeysWith: { first, _ in first })
    // Those that got worse are gated cells, too.
    let guarding = Set(judgement.guards.map(\.name))
    gated = judgement.gated.filter { !guarding.contains($0.name) }.map(CellDocument.init)
    guards = guarding.isEmpty ? nil : judgement.guards.map(CellDocument.init)
    others = judgement.others.map(CellDocument.init)
    failed = Dictionary(
      judgement.failures.map { ($0.story, $0.isOfTool ? "unmeasured" : "failed") },
      uniquingKeysWith: { first, _ in first })
    saved = judgement.saved.map(SavedDocument.init)
  }

  /// The control's terms. Its runs are the rows of the kind `control`.
  struct ControlDocument: Encodable {
    let story: String
    let metric: String
    /// The copy that the baseline is compared with.
    let copy: String
    let level: Double
    /// A difference up to this, in base units, is no move.
    let absoluteFloor: Double

    /// The terms; nil for a control that says nothing.
    init?(_ result: ControlResult, of baseline: String) {
      guard let story = result.control.story, result.objection == nil else { return nil }
      self.story = story
      metric = Decision.Control.metric.id
      copy = Decision.copy(of: baseline)
      level = result.control.level
      absoluteFloor = Decision.Control.metric.absoluteFloor
    }
  }

  struct MachinesDocument: Encodable {
    /// A Boolean value indicating whether they differ in what decides how fast a program runs.
    let unlike: Bool
    let rounds: [RoundsDocument]

    struct RoundsDocument: Encodable {
      let machine: String
      let first: Int
      let last: Int
    }

    init(_ partition: Partition) {
      unlike = partition.areUnlike
      rounds = partition.deciding.map {
        RoundsDocument(machine: $0.machine, first: $0.firstRound, last: $0.lastRound)
      }
    }
  }

  /// A metric, as far as verdicts depend on it.
  struct MetricDocument: Encodable {
    let unit: String
    /// The kinds of runs whose measurements count, the best first.
    let kinds: [RunKind]
    /// A difference up to this, in base units, is no finding.
    let absoluteFloor: Double
    /// Omitted if no kind of runs repeats the metric.
    let repeats: RepeatDocument?

    init(_ metric: Metric, _ rule: DecisionRule) {
      unit = metric.unit.symbol
      kinds = metric.kinds
      absoluteFloor = metric.absoluteFloor
      repeats = rule.repeating(metric).map { RepeatDocument(kind: $0.kind, rule: $0.rule) }
    }
  }

  /// The runs that repeat each other, and how they are judged.
  struct RepeatDocument: Encodable {
    let kind: RunKind
    let rule: RepeatRule
  }

  struct CellDocument: Encodable {
    let story: String
    let step: Int?
    let label: String?
    let metric: String
    var atMost: Double?
    var budget: Double?

    init(_ cell: JudgedCell) {
      story = cell.name.story
      step = cell.name.step?.position
      label = cell.name.step?.label
      metric = cell.name.metric.id
      atMost = cell.gate?.allowed
      if case .budget(let value)? = cell.gate?.limit { budget = value }
    }
  }

  struct SavedDocument: Encodable {
    let isForced: Bool
    let changedStories: [String]

    init(_ terms: SavedTerms) {
      isForced = terms.isForced
      changedStories = terms.changedStories.sorted()
    }
  }
}

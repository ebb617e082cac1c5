import Analysis
import Metrics
import Recording
import Reports
import Scenarios
import Statistics

/// A judgement as JSON: the word for the exit code, the rule, and every cell.
struct JudgementDocument: Encodable, Sendable {
  let outcome: Outcome
  let baseline: String
  let candidate: String
  let rule: DecisionRule
  let proof: Decision.Proof?
  /// The proofs that single stories are the same on both sides, by their names; omitted if there are none.
  let storyProofs: [String: Decision.Proof]?
  /// The finding of both sides' inputs; omitted if they were not recorded.
  let inputs: InputFinding?
  /// How the harnesses of both sides differ, or which one both ran; omitted if they are known to be the same.
  let harness: HarnessFinding?
  /// The new stories, which are not compared; omitted if there are none.
  let newStories: Decision.NewStories?
  /// The reasons why the verdicts say less than they seem to, in sentences; omitted if there are none.
  let reservations: [String]?
  /// The same by kinds, and with what has no gate; omitted if there are none.
  let reservedBy: [ReservationDocument]?
  /// The control's result; omitted if there is none.
  let control: ControlDocument?
  /// The missing parts, or that measuring has not ended, so that nothing is decided; omitted if nothing is missing.
  let missingParts: String?
  let gated: [CellDocument]
  let others: [CellDocument]

  init(_ judgement: Judgement) {
    outcome = judgement.decidedOutcome
    baseline = judgement.baseline
    candidate = judgement.candidate
    rule = judgement.rule
    proof = judgement.proof
    storyProofs = judgement.storyProofs.isEmpty ? nil : judgement.storyProofs
    inputs = judgement.inputs
    harness = judgement.harness
    newStories = judgement.newStories
    // The summary of a strict check that fails by some begins with these.
    let failing = judgement.failsByReservations ? judgement.inconclusiveReservations : []
    let sentences =
      failing.compactMap { Headline.sentence($0) } + Headline.reservations(judgement)
    reservations = sentences.isEmpty ? nil : sentences
    let kinds = ReservationDocument.all(of: judgement)
    reservedBy = kinds.isEmpty ? nil : kinds
    control = judgement.control.map(ControlDocument.init)
    missingParts = judgement.missing?.words
    gated = judgement.gated.map(CellDocument.init)
    others = judgement.others.map(CellDocument.init)
  }

  /// One cell; whatever it lacks is omitted.
  struct CellDocument: Encodable, Sendable {
    let story: String
    let step: Int?
    let label: String?
    let metric: String
    /// `improved`, `regressed`, `unchanged`, `within-gate`, `inconclusive`, `unproven`, `failed`,
    /// `unmeasured`, `new`, `proven` or `missing`.
    let verdict: String
    var reason: String?
    var atMost: LimitDocument?
    var ratio: IntervalDocument?
    var range: IntervalDocument?
    var mean: IntervalDocument?
    var counts: CountsDocument?
    var bound: Double?
    var floor: Double?
    var evidence: String?
    var runs: RunKind?
    var n: Int?
    var layouts: Int?
    var pValue: Double?
    var minimumDetectableChange: Double?
    var layout: LayoutDocument?
    /// The effort that would decide it; omitted if it is decided, or if unknown.
    var deciding: DecidingDocument?
    /// The findings of each of several machines; omitted if one made all pairs.
    var machines: MachinesDocument?

    init(_ cell: JudgedCell) {
      story = cell.name.story
      step = cell.name.step?.position
      label = cell.name.step?.label
      metric = cell.name.metric.id
      atMost = cell.gate?.limit.map(LimitDocument.init)
      reason = cell.doubt ?? cell.outcome.result?.moved?.clause ?? cell.reason
      verdict =
        switch cell.outcome {
        case .judged(let result): result.controlMove == nil ? result.verdict.rawValue : "unproven"
        case .failed, .failedOnBoth, .differing: "failed"
        case .unmeasured: "unmeasured"
        case .new: "new"
        case .proven: "proven"
        case .missing: "missing"
        }
      if let result = cell.outcome.result { fill(result) }
    }

    private mutating func fill(_ result: CellResult) {
      switch result.value {
      case .ratio(let estimate): ratio = IntervalDocument(estimate)
      case .range(let found):
        range = IntervalDocument(point: found.point, lower: found.lower, upper: found.upper)
      case .mean(let estimate): mean = IntervalDocument(estimate)
      case .counts(let change): counts = CountsDocument(change)
      }
      bound = result.bound
      evidence = result.evidence.word
      runs = result.kind
      n = result.evidence.count
      if case .layouts(let count, _) = result.evidence { layouts = count }
      pValue = result.pValue
      // JSON has no infinity.
      if result.detectable.isFinite {
        if case .mean = result.value {
          minimumDetectableChange = result.detectable - result.bound
        } else {
          minimumDetectableChange = result.detectable - 1
        }
      }
      floor = result.negligible.map { $0.upperBound - 1 }
      layout = result.layout.map(LayoutDocument.init)
      deciding = result.deciding.map(DecidingDocument.init)
      machines = result.machines.map(MachinesDocument.init)
    }
  }

  /// Counts of both builds, which have no ratio.
  struct CountsDocument: Encodable, Sendable {
    let baseline: Double
    let candidate: Double
    let baselineRuns: Int
    let candidateRuns: Int
    let more: Int
    let fewer: Int

    init(_ change: CountChange) {
      (baseline, baselineRuns) = (change.baseline.total, change.baseline.runs)
      (candidate, candidateRuns) = (change.candidate.total, change.candidate.runs)
      (more, fewer) = (change.more, change.fewer)
    }
  }

  /// The effort that would decide a cell, if its pairs continue as before.
  struct DecidingDocument: Encodable, Sendable {
    let pairs: Int
    /// A Boolean value indicating whether more time is enough; if not, somebody must ask for this many pairs.
    let planned: Bool
    /// How long this many rounds of all stories take; omitted if unknown.
    let seconds: Double?

    init(_ effort: DecidingEffort) {
      pairs = effort.pairs
      planned = effort.isWithinPlan
      seconds = effort.time.map { $0 / .seconds(1) }
    }
  }

  /// The baseline compared with its own copy, and whether it moved.
  struct ControlDocument: Encodable, Sendable {
    /// Omitted if no story was suitable.
    let story: String?
    let metric: String
    /// A Boolean value indicating whether the other side was a copy, not the same file.
    let copy: Bool
    let n: Int
    /// Copy over baseline; omitted if it says nothing.
    let ratio: IntervalDocument?
    let pValue: Double?
    /// The greatest two-sided p that shows a move.
    let level: Double
    let moved: Bool
    /// The reason why it says nothing; omitted if it does.
    let reason: String?

    init(_ result: ControlResult) {
      story = result.control.story
      metric = Decision.Control.metric.id
      copy = result.control.isCopy
      n = result.pairs
      ratio = result.ratio.map { IntervalDocument($0) }
      pValue = result.pValue
      level = result.control.level
      moved = result.hasMoved
      reason = result.objection
    }
  }

  /// The check of whether a small change in time may come from the code's place.
  struct LayoutDocument: Encodable, Sendable {
    /// `checked`, `suspect` or `not-checked`.
    let state: String
    var reason: String?

    init(_ check: LayoutCheck) {
      switch check {
      case .checked: state = "checked"
      case .suspect: state = "suspect"
      case .notChecked(let reason):
        state = "not-checked"
        self.reason = reason
      }
    }
  }

  /// The findings of each of several machines for a cell.
  struct MachinesDocument: Encodable, Sendable {
    /// A Boolean value indicating whether they differ in what decides how fast a program runs.
    let unlike: Bool
    /// A Boolean value indicating whether the verdict is based on their spread, not on all pairs together.
    let decisive: Bool
    /// τ, one standard deviation of the logarithms of the machines' true ratios.
    let deviation: Double
    /// I², from 0 to 1.
    let inconsistency: Double
    let each: [MachineDocument]

    /// One machine's own pairs.
    struct MachineDocument: Encodable, Sendable {
      let name: String
      let ratio: IntervalDocument
      let n: Int
      /// A Boolean value indicating whether it is shown to differ from the others.
      let off: Bool
    }

    init(_ spread: MachineSpread) {
      unlike = spread.areUnlike
      decisive = spread.isDecisive
      deviation = spread.deviation
      inconsistency = spread.inconsistency
      each = spread.machines.map {
        MachineDocument(
          name: $0.name, ratio: IntervalDocument($0.ratio), n: $0.pairs, off: $0.isOff)
      }
    }
  }

  /// A gate's limit: a share of the baseline, or base units.
  struct LimitDocument: Encodable, Sendable {
    var change: Double?
    var budget: Double?

    init(_ limit: Gate.Limit) {
      switch limit {
      case .change(let share): change = share
      case .budget(let value): budget = value
      }
    }
  }
}

extension CellResult.Evidence {
  fileprivate var word: String {
    switch self {
    case .pairs: "pairs"
    case .layouts: "layouts"
    case .machines: "machines"
    case .repeats: "repeats"
    case .varying: "varying"
    case .independent: "independent"
    case .acrossTimes: "across-times"
    case .values: "values"
    case .cycles: "cycles"
    }
  }
}

import Metrics
import Recording
import Scenarios
import Statistics

/// The peak memory of whole runs, compared with that of their steps: memory that is taken before the first step,
/// after an answer or at the farewell is in no step, so a peak that only moves there looks saved.
struct OutsideMemory {
  let examiner: CellExaminer
  private let gates: [(name: CellName, gate: Gate)]
  private let isPaired: Bool

  /// - Parameter gates: the gated cells.
  init(_ examiner: CellExaminer, gates: [(name: CellName, gate: Gate)]) {
    self.examiner = examiner
    self.gates = gates
    isPaired = examiner.analysis.experiment.source.isMeasured && examiner.saved == nil
  }

  /// The cells that decide beside the gated ones, though only by getting worse: the whole run of each story with
  /// a gate on peak memory whose candidate has its peak outside of the steps. Of all others it is the steps' own.
  func guards() -> [(name: CellName, gate: Gate, examination: Examination)] {
    guard isPaired else { return [] }
    let own = Set(gates.map(\.name))
    let gated = gates.filter {
      $0.name.metric == .peakMemory && $0.name.step == nil && !$0.gate.isBudget
    }.map(\.name.story)
    return gated.uniqued.compactMap { story in
      let name = CellName(story: story, metric: .wholePeakMemory)
      guard !own.contains(name), let outside = usual(.outsidePeakMemory, of: story),
        let steps = usual(.peakMemory, of: story), outside.after > steps.after
      else { return nil }
      let limit = Gate.Limit.change(margin(of: story))
      let examination = examiner.examine(name, limit: limit)
      guard case .ratio = examination else { return nil }
      return (name, Gate(metric: .wholePeakMemory, stories: [story], limit: limit), examination)
    }
  }

  /// The growth that is allowed: the most that a gate on the story's peak memory allows, and no less than what
  /// counts as unchanged.
  private func margin(of story: String) -> Double {
    let allowed = gates.compactMap { cell -> Double? in
      guard cell.name.story == story, cell.name.step == nil, cell.name.metric == .peakMemory,
        case .change(let share)? = cell.gate.limit
      else { return nil }
      return share
    }
    return max(examiner.rule.margin, allowed.max() ?? 0)
  }

  /// Returns whether a whole run got worse by what is outside of all steps.
  func isWorse(_ whole: JudgedCell) -> Bool {
    guard whole.outcome.verdict == .regressed,
      let growth = change(of: .outsidePeakMemory, in: whole.name.story)
    else { return false }
    return growth.isGrowth && growth.share > margin(of: whole.name.story)
  }

  /// Returns a cell with where its peak went, so that one that only moved is no improvement.
  func told(_ cell: JudgedCell) -> JudgedCell {
    guard case .judged(var result) = cell.outcome, let moved = moved(cell) else { return cell }
    (result.verdict, result.layout, result.moved) = (.inconclusive, nil, moved)
    result.deciding = nil
    return JudgedCell(name: cell.name, gate: cell.gate, outcome: .judged(result))
  }

  /// Returns where the peak went that a cell seems to save; nil if it is saved, or seems not to be.
  ///
  /// It moved if the peak outside of steps grew, and that of the whole run fell by less than half as much as that
  /// of the steps.
  private func moved(_ cell: JudgedCell) -> MovedWork? {
    let story = cell.name.story
    guard isPaired, cell.outcome.verdict == .improved, cell.gate?.isBudget != true,
      cell.name.metric == .peakMemory || cell.name.metric == .peakAnonymousMemory,
      let outside = change(of: .outsidePeakMemory, in: story), outside.isGrowth,
      let whole = change(of: .wholePeakMemory, in: story),
      let steps = change(of: .peakMemory, in: story), whole.share > steps.share / 2,
      let usual = usual(.outsidePeakMemory, of: story)
    else { return nil }
    return MovedWork(
      story: story, way: .outsidePeak, baseline: examiner.measurements.baseline,
      candidate: examiner.measurements.candidate, before: usual.before, after: usual.after)
  }

  /// The medians of both sides; nil if one of them has no value.
  private func usual(_ metric: Metric, of story: String) -> (before: Double, after: Double)? {
    let (_, pairs) = examiner.pairs(CellName(story: story, metric: metric))
    if pairs.isEmpty { return nil }
    return (
      pairs.map(\.baseline.value).sorted().medianOfSorted,
      pairs.map(\.candidate.value).sorted().medianOfSorted
    )
  }

  /// The change of a metric as a share, and whether it is shown to have grown; nil if there are too few pairs.
  private func change(
    of metric: Metric, in story: String
  ) -> (share: Double, isGrowth: Bool)? {
    let (_, pairs) = examiner.pairs(CellName(story: story, metric: metric))
    guard
      let sides = try? PairedSides(
        pairs, layouts: examiner.analysis.layouts(of: metric),
        of: examiner.analysis.experiment.partition),
      let p = try? sides.test.pValue(ratioAtMost: 1),
      let estimate = try? sides.logRatio.ratio(confidenceLevel: examiner.rule.confidenceLevel),
      let usual = usual(metric, of: story)
    else { return nil }
    let isGrowth = p <= examiner.rule.alpha && usual.after - usual.before >= Self.least
    return (estimate.point - 1, isGrowth)
  }

  /// What counts as a change, bytes, as of other resident memory.
  private static let least = 65_536.0
}

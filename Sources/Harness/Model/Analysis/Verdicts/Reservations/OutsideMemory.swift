import Metrics
import Recording
import Scenarios
import Statistics

/// The peak memory of whole runs, compared with that of their steps. Memory taken before the first step,
/// after an answer or at the farewell is in no step, so a peak that moves there looks saved.
struct OutsideMemory {
  let runs: WholeRunCells
  private var examiner: CellExaminer { runs.examiner }

  /// The extra cells that decide; see ``WholeRunCells``. Only a candidate with its peak outside of the steps
  /// needs one: otherwise the peak is the steps' own.
  func guards() -> [ExaminedCell] {
    runs.guards(of: .wholePeakMemory, gatedBy: { $0 == .peakMemory }, margin: margin) { story in
      guard let outside = usual(.outsidePeakMemory, of: story),
        let steps = usual(.peakMemory, of: story)
      else { return false }
      return outside.after > steps.after
    }
  }

  private func margin(of story: String) -> Double { runs.margin(of: story) { $0 == .peakMemory } }

  /// Returns whether a whole run got worse by what is outside of all steps.
  func isWorse(_ whole: JudgedCell) -> Bool {
    guard whole.outcome.verdict == .regressed,
      let growth = change(of: .outsidePeakMemory, in: whole.name.story)
    else { return false }
    return growth.isGrowth && growth.share > margin(of: whole.name.story)
  }

  /// Returns a cell with where its peak went, so that a moved peak is no improvement.
  func reporting(_ cell: JudgedCell) -> JudgedCell { cell.reporting(moved(cell)) }

  /// Returns where an apparently saved peak went; nil if it is saved, or if the cell shows no saving.
  ///
  /// It moved if the peak outside of steps grew, and that of the whole run fell by less than half as much as that
  /// of the steps.
  private func moved(_ cell: JudgedCell) -> MovedWork? {
    let story = cell.name.story
    guard runs.isPaired, cell.outcome.verdict == .improved, cell.gate?.isBudget != true,
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

  /// The medians of both sides; nil if either has no value.
  private func usual(_ metric: Metric, of story: String) -> (before: Double, after: Double)? {
    let (_, pairs) = examiner.pairs(CellName(story: story, metric: metric))
    if pairs.isEmpty { return nil }
    return (
      pairs.map(\.baseline.value).sorted().medianOfSorted,
      pairs.map(\.candidate.value).sorted().medianOfSorted
    )
  }

  /// The change of a metric as a share, and whether it is shown to have grown; nil if there are too few pairs.
  private func change(of metric: Metric, in story: String) -> (share: Double, isGrowth: Bool)? {
    let (_, pairs) = examiner.pairs(CellName(story: story, metric: metric))
    guard let growth = examiner.growth(of: metric, over: pairs),
      let usual = usual(metric, of: story)
    else { return nil }
    return (growth.share, growth.isShown && usual.after - usual.before >= Self.least)
  }

  /// The least change that counts, bytes, as for other resident memory.
  private static let least = 65_536.0
}

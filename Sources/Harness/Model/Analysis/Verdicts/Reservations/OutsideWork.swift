import Metrics
import Recording
import Scenarios
import Statistics

/// Work that left the steps, or was not asked for, instead of becoming less.
public struct MovedWork: Sendable, Hashable {
  /// The place that it went to.
  public enum Way: Sendable, Hashable {
    /// The CPU time outside of the steps grew; in ns per run.
    case outside
    /// The peak memory outside of the steps grew; in bytes.
    case outsidePeak
    /// More processes than before outlived the driver or a service, and were ended with their work undone; in
    /// processes a run.
    case leftBehind
    /// More users were not answered as expected, without a gate on that; in users a run.
    case lostUsers
  }

  /// The story's name.
  public let story: String
  /// The place that it went to.
  public let way: Way
  /// The baseline build.
  public let baseline: String
  /// The candidate build.
  public let candidate: String
  /// The baseline's usual amount.
  public let before: Double
  /// The candidate's usual amount.
  public let after: Double
}

/// The CPU time of whole runs, compared with that of their steps.
///
/// A driver measures only its steps. Work before them, after their answers, in other processes or at the
/// farewell is in none of them, so work that moves there looks saved. The kernel's account of the whole run
/// includes it all (`Metric.wholeCPUTime`).
struct OutsideWork {
  let runs: WholeRunCells
  private var examiner: CellExaminer { runs.examiner }

  /// The extra cells that decide; see ``WholeRunCells``. What sends requests has no gate, but the service has, and what
  /// the service starts is in a whole run alone.
  func guards() -> [ExaminedCell] {
    runs.guards(of: .wholeCPUTime, gatedBy: { $0.ofDriver == .cpuTime }, margin: margin)
  }

  /// Starting up is part of a whole run, and does not run in step on both sides.
  private func margin(of story: String) -> Double {
    runs.margin(of: story) { [.cpuTime, .treeCPUTime].contains($0.ofDriver) }
  }

  /// Returns whether a whole run got worse by what is outside of all steps. Growth within the steps is judged
  /// there, by their own gates.
  func isWorse(_ whole: JudgedCell) -> Bool {
    guard whole.outcome.verdict == .regressed else { return false }
    let story = whole.name.story
    let services = examiner.analysis.metrics.filter { $0.ofDriver == .cpuTime && $0.service != nil }
    guard
      let growth = shift(
        of: story, adding: [.outsideCPUTime], less: services.filter { has($0, story) })
    else { return false }
    return growth.isShown && growth.share > margin(of: story)
  }

  /// Returns a cell with where its work went, so that moved work is no improvement.
  func reporting(_ cell: JudgedCell) -> JudgedCell { cell.reporting(moved(cell)) }

  /// Returns where apparently saved work went; nil if it is saved, or if the cell shows no saving.
  ///
  /// A saving counts if at most a tenth of it is spent elsewhere instead, or up to half of it if that lies
  /// within the gate.
  private func moved(_ cell: JudgedCell) -> MovedWork? {
    guard runs.isPaired, cell.outcome.verdict == .improved, cell.name.metric.isWorkOfSteps,
      cell.gate?.isBudget != true
    else { return nil }
    let story = cell.name.story
    let steps = cell.name.metric.service.flatMap { Metric.cpuTime.of(service: $0) } ?? .cpuTime
    // For a service, what the driver did in its steps is elsewhere.
    let rest: ([Metric], [Metric]) =
      steps == .cpuTime ? ([.outsideCPUTime], []) : ([.outsideCPUTime, .cpuTime], [steps])
    if let growth = shift(of: story, adding: rest.0, less: rest.1), growth.isShown {
      let saving = max(0, -(shift(of: story, adding: [steps], less: [])?.share ?? 0))
      if growth.share > max(saving / 10, min(saving / 2, margin(of: story))) {
        return MovedWork(
          story: story, way: .outside, baseline: examiner.measurements.baseline,
          candidate: examiner.measurements.candidate, before: growth.before, after: growth.after)
      }
    }
    return leftBehind(cell)
  }

  /// Returns whether the candidate's runs leave more processes behind, whose remaining work is unknown.
  private func leftBehind(_ cell: JudgedCell) -> MovedWork? {
    let story = cell.name.story
    let steps = CellName(story: story, metric: .cpuTime)
    let (kind, _) = examiner.pairs(steps)
    // Those of the driver and of each service.
    let left = examiner.analysis.metrics.filter { $0.ofDriver == .outlivingProcesses }
      .map { CellName(story: story, metric: $0) }
    func mean(_ build: String) -> Double {
      let runs = examiner.measurements.values(steps, build, kind).count
      // A run that leaves none behind has no value.
      let sum = left.flatMap { examiner.measurements.values($0, build, kind) }.reduce(0, +)
      return runs > 0 ? sum / Double(runs) : 0
    }
    let (before, after) = (
      mean(examiner.measurements.baseline), mean(examiner.measurements.candidate)
    )
    guard after >= before + 0.5 else { return nil }
    return MovedWork(
      story: story, way: .leftBehind, baseline: examiner.measurements.baseline,
      candidate: examiner.measurements.candidate, before: before, after: after)
  }

  /// The change of a part of a run, as a share of the baseline's whole run.
  private struct Shift {
    /// The estimate; above 0 if the candidate has more.
    let share: Double
    let isShown: Bool
    /// The baseline's median of the part, ns.
    let before: Double
    /// The candidate's median, ns.
    let after: Double
  }

  private func has(_ metric: Metric, _ story: String) -> Bool {
    let name = CellName(story: story, metric: metric)
    return [examiner.measurements.baseline, examiner.measurements.candidate].allSatisfy {
      examiner.measurements.has(name, $0)
    }
  }

  /// Tests the pairs of whole runs as if only one part of them had changed.
  /// - Returns: nil if it was not measured on both sides, or in too few pairs.
  private func shift(of story: String, adding: [Metric], less: [Metric]) -> Shift? {
    let (kind, wholes) = examiner.pairs(CellName(story: story, metric: .wholeCPUTime))
    func values(_ metric: Metric) -> [Int: Pair<ExperimentAnalysis.Measurement>] {
      let pairs = examiner.measurements.pairs(CellName(story: story, metric: metric), kind)
      return Dictionary(
        pairs.map { ($0.baseline.round, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let parts = adding.map { (1.0, values($0)) } + less.map { (-1.0, values($0)) }
    var pairs: [Pair<ExperimentAnalysis.Measurement>] = []
    var (before, after): ([Double], [Double]) = ([], [])
    for whole in wholes {
      let found = parts.compactMap { sign, values in
        values[whole.baseline.round].map { (sign * $0.baseline.value, sign * $0.candidate.value) }
      }
      guard found.count == parts.count else { continue }
      before.append(found.map(\.0).reduce(0, +))
      after.append(found.map(\.1).reduce(0, +))
      let base = whole.baseline
      let changed = ExperimentAnalysis.Measurement(
        round: base.round, layout: base.layout,
        value: base.value + after[after.count - 1] - before[before.count - 1])
      pairs.append(Pair(baseline: base, candidate: changed))
    }
    guard let growth = examiner.growth(of: .wholeCPUTime, over: pairs) else { return nil }
    return Shift(
      share: growth.share, isShown: growth.isShown,
      before: before.sorted().medianOfSorted, after: after.sorted().medianOfSorted)
  }
}

import Metrics
import Recording
import Scenarios

/// The cells that are judged together: those of the gates, and the whole runs that decide with them, each examined by
/// itself. All that are tested share the chance of a false alarm.
struct CellFamily {
  let cells: GatedCells
  let outside: OutsideWork
  let memory: OutsideMemory
  /// The whole runs, also those with too few pairs for a test; see ``WholeRunCells``.
  let wholes: [ExaminedCell]
  private let examiner: CellExaminer

  init(_ examiner: CellExaminer, gates: [Gate]) {
    cells = GatedCells(examiner.analysis, examiner.measurements, gates: gates)
    let runs = WholeRunCells(examiner, gates: cells.measurable)
    self.examiner = examiner
    outside = OutsideWork(runs: runs)
    memory = OutsideMemory(runs: runs)
    wholes = outside.guards() + memory.guards()
  }

  /// The whole runs with enough pairs for a test.
  var guards: [ExaminedCell] { wholes.filter { $0.examination.ratio != nil } }

  /// Examines the cells of the gates.
  func gated() -> [ExaminedCell] {
    let decision = examiner.analysis.experiment.decision
    return cells.gated.map { cell in
      let story = cell.name.story
      // A budget needs no second side.
      let known: CellOutcome? =
        if examiner.failures[story] != nil || cell.gate.isBudget {
          nil
        } else if let new = decision?.newStories, new.names.contains(story) {
          .new(since: new.reason)
        } else if let proof = decision?.proof(of: story) {
          .proven(proof.kind)
        } else {
          nil
        }
      return ExaminedCell(
        name: cell.name, gate: cell.gate,
        examination: known.map { .closed($0) }
          ?? examiner.examine(cell.name, limit: cell.gate.limit))
    }
  }

  /// The number of cells that are tested once there are enough pairs, by the runs so far; nil if pairs decide none of
  /// them.
  var expectedTests: Int? {
    let tested = (gated() + wholes).filter(isTested)
    return tested.contains { $0.gate?.isBudget != true } ? tested.count : nil
  }

  private func isTested(_ cell: ExaminedCell) -> Bool {
    switch cell.examination {
    case .ratio, .counts, .budget: true
    // None so far; the first ones are tested.
    case .closed(.judged): cell.name.metric == .errors
    case .repeats: false
    case .closed: cell.examination.awaitsPairs && !examiner.hasNone(cell.name)
    }
  }
}

extension Judgement {
  /// Returns how many tests share the chance of a false alarm once all cells have enough pairs, by the runs so far.
  ///
  /// Cells without a value in these runs are not counted, so that they should include a pair of each story.
  /// - Returns: nil if pairs decide no gated cell, so that no number of them is too small.
  public static func expectedTests(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String, gates: [Gate],
    rule: DecisionRule
  ) -> Int? {
    let examiner = CellExaminer(analysis, baseline: baseline, candidate: candidate, rule: rule)
    return CellFamily(examiner, gates: gates).expectedTests
  }
}

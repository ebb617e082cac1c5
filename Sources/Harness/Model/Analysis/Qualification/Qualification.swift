import Metrics
import Recording
import Scenarios
import Statistics

/// The effect of chance on a machine, measured by comparing a build with itself.
///
/// It is computed from recorded pairs alone, so it can be recomputed from the store at any time.
public struct Qualification: Sendable {
  /// The build.
  public let build: String
  /// The rule by which it was judged.
  public let rule: DecisionRule
  /// The planned number of pairs of each story.
  public let pairs: Int
  /// How pairs were scheduled, with the stories of each arrangement.
  public let arrangements: [(arrangement: Arrangement, stories: [String])]
  /// The gated cells that must not grow, and the whole runs that got worse. Cells with budgets need no second side.
  public let cells: [QualifiedCell]
  /// The stories without such cells, in order: nothing was tried of them.
  public let untried: [String]
  /// The rates of false alarms if sides are exchanged: of single pairs first, then of stretches of pairs
  /// together. Empty if no pairs decide about any cell.
  public let falseAlarmRates: [FalseAlarmRate]
  /// The test of whether pairs are independent and lean to neither side.
  public let dependence: Dependence
  /// Advice on the machine: what to know and do.
  public let advice: [QualificationAdvice]
  /// The outcome of the runs: interrupted until all were made, whatever they show so far.
  public let outcome: Outcome

  /// The default number of pairs of each story: enough to show their own noise.
  public static let usualPairs = 30
  /// The number of exchanges of sides: enough to measure a rate of 1 % within 0.07 percentage points.
  public static let flippedRuns = 20_000

  /// Examines an experiment that was made to qualify a machine; nil if it compares nothing. Earlier ones
  /// qualified the same machine with the same build at other times, oldest first. Sides are exchanged
  /// `flippedRuns` times; pairs are reshuffled `reshuffles` times for each test of their independence.
  /// - Throws: `StatisticsError` if the rule's own numbers allow no test, such as a level of 0.
  public init?(
    _ analysis: ExperimentAnalysis, earlier: [ExperimentAnalysis] = [], gates: [Gate],
    flippedRuns: Int = Self.flippedRuns, reshuffles: Int = Dependence.reshuffles
  ) throws(StatisticsError) {
    guard let decision = analysis.experiment.decision else { return nil }
    let judgement = try Judgement(
      analysis, baseline: decision.baseline, candidate: decision.candidate, gates: gates,
      rule: decision.rule)
    let pairs = GatedPairs.all(analysis, decision, gates: gates)
    // Measurements that repeat are not tested, and use no share of alpha.
    let wholes = judgement.guards.filter { !judgement.gated.contains($0) }
    let tests = (judgement.gated + wholes).count { $0.outcome.result?.pValue != nil }
    var cells: [QualifiedCell] = []
    for cell in pairs {
      let outcome = judgement.gated.first { $0.name == cell.name && $0.gate == cell.gate }?.outcome
      cells.append(
        QualifiedCell(
          name: cell.name, gate: cell.gate, outcome: outcome ?? .missing(.tooFew(0)),
          noise: cell.quotients.map { CellNoise(cell.name, cell.kind, $0) },
          detectable: cell.quotients == nil
            ? []
            : try DetectableChange.all(
              cell, layouts: analysis.experiment.layouts, tests: tests, rule: decision.rule),
          wanted: DetectableChange.wanted(by: cell.gate, rule: decision.rule)))
    }
    // Whole runs decide only by getting worse (``OutsideWork``). As many pairs are made as the others need.
    let examiner = CellExaminer(
      analysis, baseline: decision.baseline, candidate: decision.candidate, rule: decision.rule)
    let guarded = judgement.guards.map(\.name)
    for whole in judgement.gated where guarded.contains(whole.name) {
      guard let gate = whole.gate else { continue }
      let (kind, measured) = examiner.pairs(whole.name)
      cells.append(
        QualifiedCell(
          name: whole.name, gate: gate, outcome: whole.outcome,
          noise: (try? LogQuotients(measured)).map { CellNoise(whole.name, kind, $0) },
          detectable: [], wanted: DetectableChange.wanted(by: gate, rule: decision.rule)))
    }
    build = decision.baseline
    rule = decision.rule
    self.pairs = analysis.experiment.rounds
    arrangements = Self.arrangements(analysis)
    self.cells = cells
    let tried = Set(cells.map(\.name.story))
    untried = analysis.stories.filter { !tried.contains($0) }
    let seed = analysis.experiment.seed
    var rates: [FalseAlarmRate] = []
    for together in [1] + Dependence.stretches + [nil] {
      let rate = try FalseAlarmRate(
        pairs, together: together, layouts: analysis.experiment.layouts, tests: tests,
        rule: decision.rule, of: flippedRuns, seed: seed)
      if let rate { rates.append(rate) }
    }
    falseAlarmRates = rates
    dependence = try Dependence(
      pairs.compactMap(PairSeries.init),
      earlier: earlier.compactMap { run in
        run.experiment.decision.map {
          GatedPairs.all(run, $0, gates: gates).compactMap(PairSeries.init)
        }
      }, floor: decision.rule.floor, reshuffles: reshuffles, seed: seed)
    advice = QualificationAdvice.all(
      cells, falseAlarmRate: rates.first, dependence: dependence, rule: decision.rule,
      failed: (count: analysis.failures.count, of: analysis.runs.count),
      shortStories: ShortStory.all(analysis, decision))
    outcome = analysis.outcome
  }

  /// The cells that were called better or worse than themselves.
  public var falseAlarms: [QualifiedCell] { cells.filter(\.isFalseAlarm) }

  /// The rate of false alarms if the sides of single pairs are exchanged.
  public var falseAlarmRate: FalseAlarmRate? { falseAlarmRates.first }

  /// A Boolean value indicating whether all runs passed, and no gate compares two sides: budgets need no second side.
  public var hasNothingToQualify: Bool { outcome == .passed && cells.isEmpty }

  /// A Boolean value indicating whether verdicts can be trusted here, as far as tested: all runs were made and
  /// passed, every cell was judged, none was called better or worse, simulated runs raise hardly more false alarms
  /// than the rule promises, and pairs show neither dependence nor a preferred side.
  public var isQualified: Bool {
    outcome == .passed
      && cells.allSatisfy { $0.outcome.result != nil && !$0.isFalseAlarm }
      && !(falseAlarmRate?.exceeds(rule) ?? false) && !dependence.isShown
  }

  /// A story counts as made two at once if any of its pairs was: its first is always made alone.
  private static func arrangements(
    _ analysis: ExperimentAnalysis
  ) -> [(arrangement: Arrangement, stories: [String])] {
    var found: [(arrangement: Arrangement, stories: [String])] = []
    for story in analysis.stories {
      let made = analysis.runs.filter { $0.story == story }.compactMap(\.arrangement)
      guard var arrangement = made.max(by: { $0.pairs < $1.pairs }) else { continue }
      arrangement.crowding = made.compactMap(\.crowding).max()
      let index = found.firstIndex {
        $0.arrangement.ofAllPairs == arrangement.ofAllPairs
          && $0.arrangement.pairs == arrangement.pairs
      }
      if let index {
        found[index].stories.append(story)
      } else {
        found.append((arrangement, [story]))
      }
    }
    return found
  }
}

/// The effect of chance alone on a gated cell, and the change that can still be found.
public struct QualifiedCell: Sendable {
  /// The cell.
  public let name: CellName
  /// Its gate.
  public let gate: Gate
  /// Its verdict, although nothing had changed.
  public let outcome: CellOutcome
  /// The noise of its pairs; nil if no pairs decide about it.
  public let noise: CellNoise?
  /// The changes that would show after each interim analysis of `check`; empty if no pairs decide, and for whole runs.
  public let detectable: [DetectableChange]
  /// The change, as a share, that should not be missed.
  public let wanted: Double

  /// A Boolean value indicating whether it was called better or worse than itself.
  public var isFalseAlarm: Bool { [.improved, .regressed].contains(outcome.verdict) }

  /// A Boolean value indicating whether its measurements repeat to the page, so that nothing is left to
  /// chance.
  public var repeats: Bool {
    if case .repeats = outcome.result?.evidence { true } else { false }
  }

  /// The number of pairs that shows the wanted change; nil if all interim analyses are not enough, or if no
  /// pairs decide.
  public var pairsNeeded: Int? { detectable.first { $0.ratio <= 1 + wanted }?.pairs }
}

import Metrics
import Recording

/// A conclusion from a qualification, with a remedy; worded elsewhere.
public enum QualificationAdvice: Sendable, Hashable {
  /// A cell was called better or worse than itself.
  case falseAlarm(CellName, Verdict)
  /// Too many simulated runs, in which nothing changed, are called worse.
  case tooManyFalseAlarms(share: Double, allowed: Double)
  /// Pairs depend on each other, or lean to one side.
  case dependent(DependenceTest)
  /// The assumptions were not tested, or there are too few pairs to judge them.
  case open(DependenceTest)
  /// A cell has no verdict.
  case unjudged(CellName, CellOutcome)
  /// Runs failed, be it of stories without gates.
  case failed(Int, of: Int)
  /// This many pairs show the wanted change, in all cells but those that are not worth a gate.
  case pairs(Int, cells: Int, power: Double)
  /// A cell's wanted change, as a share, does not show even after this many pairs, which show no less than
  /// the detectable one.
  case notWorthAGate(CellName, wanted: Double, pairs: Int, detectable: Double)
  /// A story is too short for a duet.
  case shortStory(ShortStory)
  /// These peaks of memory, of drivers or services, repeat to the page without address randomisation.
  case memoryRepeats([CellName])
  /// These do not repeat, or can't be measured that way: pairs decide.
  case memoryVaries([CellName])

  /// A Boolean value indicating whether it leaves a machine unqualified.
  public var isBad: Bool {
    switch self {
    case .falseAlarm, .tooManyFalseAlarms, .dependent, .unjudged, .failed: true
    case .open, .pairs, .notWorthAGate, .shortStory, .memoryRepeats, .memoryVaries: false
    }
  }

  /// Bad news first.
  static func all(
    _ cells: [QualifiedCell], falseAlarmRate: FalseAlarmRate?, dependence: Dependence,
    rule: DecisionRule, failed: (count: Int, of: Int), shortStories: [ShortStory]
  ) -> [QualificationAdvice] {
    var advice: [QualificationAdvice] = []
    for cell in cells {
      if let result = cell.outcome.result {
        if cell.isFalseAlarm { advice.append(.falseAlarm(cell.name, result.verdict)) }
      } else {
        advice.append(.unjudged(cell.name, cell.outcome))
      }
    }
    if failed.count > 0 { advice.append(.failed(failed.count, of: failed.of)) }
    if let falseAlarmRate, falseAlarmRate.exceeds(rule) {
      advice.append(.tooManyFalseAlarms(share: falseAlarmRate.share, allowed: rule.alpha))
    }
    advice += dependence.tests.filter(\.isShown).map(Self.dependent)
    advice += dependence.tests.filter(\.isOpen).filter { $0.answer != .untested(.noise) }
      .map(Self.open)
    let needed = cells.compactMap(\.pairsNeeded)
    if let maximum = needed.max() {
      advice.append(.pairs(maximum, cells: needed.count, power: rule.power))
    }
    for cell in cells where cell.pairsNeeded == nil {
      guard let last = cell.detectable.last else { continue }
      advice.append(
        .notWorthAGate(
          cell.name, wanted: cell.wanted, pairs: last.pairs, detectable: last.ratio - 1))
    }
    return advice + shortStories.map(Self.shortStory) + memory(cells)
  }

  private static func memory(_ cells: [QualifiedCell]) -> [QualificationAdvice] {
    let judged = cells.filter {
      $0.name.metric.ofDriver == .peakAnonymousMemory && $0.name.step == nil
        && $0.outcome.result != nil
    }
    let repeating = judged.filter(\.repeats).map(\.name)
    let varying = judged.filter { !$0.repeats }.map(\.name)
    return (repeating.isEmpty ? [] : [.memoryRepeats(repeating)])
      + (varying.isEmpty ? [] : [.memoryVaries(varying)])
  }
}

/// A story whose duets have too few turns for chance to even out.
public struct ShortStory: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The mean CPU time of one run with its services, ns.
  public let cpuTime: Double

  /// The CPU time that gives a duet enough turns, ns: a hundred of 0.5 ms for each side.
  public static let enough = 5e7

  /// The stories of an experiment that are too short for a duet. Many users take no turns on a CPU.
  static func all(_ analysis: ExperimentAnalysis, _ decision: Decision) -> [ShortStory] {
    analysis.stories.compactMap { story in
      let times = analysis.runs.filter { run in
        if case .load = run.arrangement { return false }
        return run.kind == .duet && run.story == story && run.build == decision.baseline
          && run.passed
      }.compactMap(\.cpuTimeOfAll)
      if times.isEmpty { return nil }
      let mean = times.reduce(0, +) / Double(times.count)
      return mean < enough ? ShortStory(story: story, cpuTime: mean) : nil
    }
  }
}

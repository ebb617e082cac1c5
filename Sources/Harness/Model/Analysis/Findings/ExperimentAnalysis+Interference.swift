import Metrics
import Recording

extension ExperimentAnalysis {
  /// The counting runs with a record of the machine's other activity. Runs for peak memory or instructions
  /// alone are not watched, nor were the earliest duets.
  private var watchedRuns: LazyFilterSequence<[Run]> {
    runs.lazy.filter { $0.kind == .solo || $0.kind == .duet && $0.interference != nil }
  }

  /// The number of watched runs that were disturbed, and of those where that is unknown.
  public var disturbedCounts: (disturbed: Int, unknown: Int) {
    watchedRuns.map(verdict).reduce(into: (0, 0)) { counts, verdict in
      switch verdict {
      case .undisturbed: break
      case .disturbed: counts.0 += 1
      case .unknown: counts.1 += 1
      }
    }
  }

  /// Returns whether a run was disturbed, by the experiment's declared rule.
  public func verdict(on run: Run) -> InterferenceVerdict {
    experiment.interferenceRule.verdict(on: run.interference, kind: run.kind)
  }

  /// The number of runs of a cell of `Metric.otherCPU` during which others took more CPU than the rule
  /// allows, and of all its runs. For imports, nothing else is known about disturbances.
  public func busyRuns(of cell: Cell) -> (disturbed: Int, all: Int) {
    let others = measurements(of: cell).map(\.value)
    return (others.count { $0 > experiment.interferenceRule.othersPercent }, others.count)
  }

  /// Runs of an import that count as disturbed, with the cells that have most of them.
  var busyImports: [Finding] {
    guard experiment.source == .import else { return [] }
    let all = builds.flatMap { build in
      stories.map { Cell(story: $0, build: build, metric: .otherCPU) }
    }
    let counts = all.map(busyRuns)
    let disturbed = counts.reduce(0) { $0 + $1.disturbed }
    guard disturbed > 0 else { return [] }
    let mostly = zip(all, counts).filter { $0.1.disturbed * 2 > $0.1.all }
      .map { "'\($0.0.story)' on '\($0.0.build)'" }
    return [
      .busyImports(
        count: disturbed, of: counts.reduce(0) { $0 + $1.all }, mostly: mostly,
        limit: experiment.interferenceRule.othersPercent)
    ]
  }

  /// Interference during counting runs and during pairs.
  var interferenceFindings: [Finding] {
    var alone = InterferenceTally()
    var paired = InterferenceTally()
    var pairs: Set<PairPlace> = []
    for run in watchedRuns {
      if run.arrangement == nil {
        alone.note(run, verdict(on: run))
      } else if pairs.insert(PairPlace(run)).inserted {
        // Both runs of a pair have the pair's record.
        paired.note(run, verdict(on: run))
      }
    }
    var findings: [Finding] = []
    if !alone.places.isEmpty {
      findings.append(
        .disturbedRuns(
          count: alone.places.count, of: alone.watched, alone.causes,
          mayRepeat: experiment.rerunPolicy?.repeats == 0))
    }
    if !paired.places.isEmpty {
      findings.append(.disturbedPairs(paired.places, of: paired.watched, paired.causes))
    }
    return findings
  }

  var repeated: [Finding] {
    guard tries.repeated > 0 else { return [] }
    return [
      .repeatedRuns(
        count: tries.repeated, stillDisturbed: tries.stillDisturbed,
        repeats: experiment.rerunPolicy?.repeats ?? 0)
    ]
  }
}

/// Interference during some runs.
private struct InterferenceTally {
  private(set) var watched = 0
  private(set) var places: [PairPlace] = []
  private var worst: [InterferenceCause: InterferenceExcess] = [:]

  /// Each cause with its greatest excess, the gravest first.
  var causes: [InterferenceExcess] { worst.values.sorted { $0.severity > $1.severity } }

  mutating func note(_ run: Run, _ verdict: InterferenceVerdict) {
    watched += 1
    guard case .disturbed(let excesses) = verdict else { return }
    places.append(PairPlace(run))
    for excess in excesses where excess.value > worst[excess.cause]?.value ?? 0 {
      worst[excess.cause] = excess
    }
  }
}

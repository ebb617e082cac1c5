import Recording

extension ExperimentAnalysis {
  /// The runs that count and of which it is recorded what else the machine did: those of peak memory
  /// alone and of instructions are not watched, nor were duets at first.
  private var watchedRuns: [Run] {
    runs.filter { $0.kind == .solo || $0.kind == .duet && $0.contamination != nil }
  }

  /// How many of the runs that are watched were disturbed, and of how many it is not known.
  public var disturbanceCounts: (disturbed: Int, unknown: Int) {
    watchedRuns.map(verdict).reduce(into: (0, 0)) { counts, verdict in
      switch verdict {
      case .undisturbed: break
      case .disturbed: counts.0 += 1
      case .unknown: counts.1 += 1
      }
    }
  }

  /// Whether a run was disturbed, by the rule that was declared for the experiment.
  public func verdict(on run: Run) -> ContaminationVerdict {
    experiment.disturbanceRule.verdict(on: run.contamination, kind: run.kind)
  }

  /// Disturbances of the runs that count, and of the pairs.
  var contaminated: [Finding] {
    let watched = watchedRuns
    let alone = watched.filter { $0.arrangement == nil }
    var pairs: Set<PairPlace> = []
    // Both runs of a pair have the pair's record.
    let firsts = watched.filter { $0.arrangement != nil && pairs.insert(PairPlace($0)).inserted }
    var findings: [Finding] = []
    let (disturbed, causes) = disturbances(of: alone)
    if !disturbed.isEmpty {
      findings.append(
        .disturbedRuns(
          count: disturbed.count, of: alone.count, causes,
          mayRepeat: experiment.disturbance?.repeats == 0))
    }
    let (disturbedPairs, pairCauses) = disturbances(of: firsts)
    if !disturbedPairs.isEmpty {
      findings.append(
        .disturbedPairs(disturbedPairs.map(PairPlace.init), of: firsts.count, pairCauses))
    }
    return findings
  }

  /// Those of some runs that were disturbed, and by what: each cause with its greatest excess, the
  /// gravest first.
  private func disturbances(of runs: [Run]) -> (runs: [Run], causes: [ContaminationExcess]) {
    var worst: [ContaminationCause: ContaminationExcess] = [:]
    let disturbed = runs.filter { run in
      guard case .disturbed(let excesses) = verdict(on: run) else { return false }
      for excess in excesses where excess.value > worst[excess.cause]?.value ?? 0 {
        worst[excess.cause] = excess
      }
      return true
    }
    return (disturbed, worst.values.sorted { $0.severity > $1.severity })
  }

  var repeated: [Finding] {
    guard tries.repeated > 0 else { return [] }
    return [
      .repeatedRuns(
        count: tries.repeated, stillDisturbed: tries.stillDisturbed,
        repeats: experiment.disturbance?.repeats ?? 0)
    ]
  }
}

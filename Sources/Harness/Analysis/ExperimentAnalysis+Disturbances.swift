import Recording

extension ExperimentAnalysis {
  /// The runs that count and of which it is recorded what else the machine did: those of pairs, of
  /// peak memory alone and of instructions are not watched.
  private var watchedRuns: [Run] { runs.filter { $0.kind == .solo } }

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

  /// Disturbances of the runs that count.
  var contaminated: [Finding] {
    var worst: [ContaminationCause: ContaminationExcess] = [:]
    var count = 0
    for case .disturbed(let excesses) in watchedRuns.map(verdict) {
      count += 1
      for excess in excesses where excess.value > worst[excess.cause]?.value ?? 0 {
        worst[excess.cause] = excess
      }
    }
    guard count > 0 else { return [] }
    let gravest = worst.values.sorted { $0.severity > $1.severity }
    return [
      .disturbedRuns(
        count: count, of: watchedRuns.count, gravest,
        mayRepeat: experiment.disturbance?.repeats == 0)
    ]
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

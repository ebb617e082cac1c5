import MetricCatalog
import Recording

extension ExperimentAnalysis {
  /// How well processes could be watched, and what was seen to happen to them.
  var watchFindings: [Finding] {
    let all = runs.lazy.map(\.circumstances)
    var findings = stopped + withoutGroup
    let started = runs.lazy.filter { ($0.measurements[.treeProcesses] ?? 0) > 1 }
    if started.contains(where: \.circumstances.isBlind) || all.contains(where: \.isRefused) {
      findings.append(.othersHidden)
    }
    if let most = all.map(\.unreadableProcesses).max(), most > 0 {
      findings.append(.unreadable(most: most))
    }
    if let reason = all.compactMap(\.samplingRefusal).first {
      findings.append(.notSampled(reason: reason))
    }
    if let most = all.map(\.samplesPerKept).max(), most > 1 {
      findings.append(.thinned(samplesPerKept: most))
    }
    return findings.map(Finding.watching)
  }

  private var stopped: [WatchFinding] {
    // Mostly there are none.
    let stopped = runs.filter { $0.circumstances.stoppedTime > 0 && $0.passed }
    return stories.flatMap { story in
      builds.compactMap { build in
        let runs = stopped.filter { $0.story == story && $0.build == build }
        guard !runs.isEmpty else { return nil }
        return .stopped(
          subject: experiment.source == .replay
            ? "'\(story)' on '\(build)'" : "'\(CommandLabel.short(build))'",
          time: runs.reduce(0) { $0 + Double($1.circumstances.stoppedTime) },
          of: runs.reduce(0) { $0 + ($1.measurements[.wallTime] ?? 0) }, runs: runs.count)
      }
    }
  }

  /// Of commands; of drivers it is told with the processes that they started.
  private var withoutGroup: [WatchFinding] {
    guard experiment.source == .command else { return [] }
    let sampled = runs.first { run in
      guard let source = run.circumstances.treeSource, source != .controlGroup else { return false }
      return (run.measurements[.treeProcesses] ?? 0) > 1
    }
    guard let circumstances = sampled?.circumstances, let source = circumstances.treeSource else {
      return []
    }
    return [.withoutGroup(source: source, refusals: circumstances.groupRefusals)]
  }
}

extension RunCircumstances {
  /// Whether processes may have been missed because they are another user's.
  fileprivate var isBlind: Bool { hidesOthers && treeSource != .controlGroup }

  /// Whether that kept the run from being sampled.
  fileprivate var isRefused: Bool { hidesOthers && samplingRefusal != nil }
}

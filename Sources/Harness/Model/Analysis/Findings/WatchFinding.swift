import DriverProtocol
import Metrics
import Recording
import Statistics

/// An obstacle to watching processes, or an event that happened to them meanwhile.
public enum WatchFinding: Sendable, Equatable {
  /// Commands started processes, and no control group counted them.
  case withoutGroup(source: TreeSource, refusals: [String])
  /// /proc hides other users' processes.
  case othersHidden
  /// At most this many processes of a run were found but could not be read.
  case unreadable(maximum: Int)
  case notSampled(reason: String)
  /// A signal stopped a measured process; the stopped time and the time of the runs, ns.
  case stopped(subject: String, time: Double, of: Double, runs: Int)
  /// The kernel ended so many processes of runs that passed, because memory ran out.
  case endedForMemory(processes: Int)
  /// Programs had memory in huge pages of the kernel's pool, at most this much at one time.
  case hugePages(most: Bytes)
  /// There were too many samples to keep.
  case downsampled(samplesPerKept: Int)

  /// The finding and what to do about it.
  public var description: String {
    switch self {
    case .withoutGroup(let source, let refusals):
      "Processes that the commands started were sampled, and found by \(source.words): those that lived "
        + "only between two scans are missing from memory and from the number of processes. Shared pages "
        + "count once for each process, except in tree-peak-proportional-memory. CPU time is exact."
        + (refusals.isEmpty ? "" : " There was \(refusals.joined(separator: "; ")).")
    case .othersHidden:
      "/proc shows only the processes of Rehearse's own user (it is mounted with hidepid): other users' "
        + "processes are in no sampled measurement. Root sees all of them, and so does the group that the "
        + "mount option 'gid' names."
    case .unreadable(let maximum):
      "Up to \(maximum.counted("process", "processes")) of a run could be found but not read, mostly "
        + "because they ran as another user: they are in no sampled measurement."
    case .notSampled(let reason):
      "Some runs could not be sampled, so their time lines are missing: \(reason)"
    case .stopped(let subject, let time, let all, let runs):
      "\(subject) was stopped by a signal for \(MetricWords.time(time)) of \(MetricWords.time(all))"
        + "\(runs == 1 ? "" : ", \(runs) runs together"): that time is in the wall time."
    case .endedForMemory(let processes):
      "Memory ran out, so the kernel ended \(processes.counted("process", "processes")) of runs that passed: these "
        + "may have done less than the others."
    case .hugePages(let most):
      "Up to \(most.count / 1_000_000) MB of huge pages (hugetlb) were in use at one time: the kernel "
        + "counts them in no resident set, so no measurement of memory here includes them."
    case .downsampled(let samplesPerKept):
      "There were too many samples to keep all: at worst one in \(samplesPerKept) was kept. The extremes of "
        + "memory and CPU are those of all samples."
    }
  }
}

extension ExperimentAnalysis {
  /// The findings on how well processes could be watched, and on what happened to them.
  var watchFindings: [Finding] {
    let all = runs.lazy.map(\.circumstances)
    var findings = stopped + withoutGroup
    let started = runs.lazy.filter(\.startedProcesses)
    if started.contains(where: \.circumstances.isBlind) || all.contains(where: \.isRefused) {
      findings.append(.othersHidden)
    }
    if let maximum = all.map(\.unreadableProcesses).max(), maximum > 0 {
      findings.append(.unreadable(maximum: maximum))
    }
    if let reason = all.compactMap(\.samplingRefusal).first {
      findings.append(.notSampled(reason: reason))
    }
    // A failure says so itself.
    let ended = runs.reduce(0) { $0 + ($1.passed ? $1.circumstances.memoryKills ?? 0 : 0) }
    if ended > 0 { findings.append(.endedForMemory(processes: Int(clamping: ended))) }
    if let most = all.compactMap(\.hugePages).max() {
      findings.append(.hugePages(most: Bytes(most)))
    }
    if let maximum = all.map(\.samplesPerKept).max(), maximum > 1 {
      findings.append(.downsampled(samplesPerKept: maximum))
    }
    return findings.map(Finding.watching)
  }

  private var stopped: [WatchFinding] {
    // Usually there are none.
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

  /// For commands; for drivers it is reported with the processes that they started.
  private var withoutGroup: [WatchFinding] {
    guard experiment.source == .command else { return [] }
    let sampled = runs.first { run in
      guard let source = run.circumstances.treeSource, source != .controlGroup else { return false }
      return run.startedProcesses
    }
    guard let circumstances = sampled?.circumstances, let source = circumstances.treeSource else {
      return []
    }
    return [.withoutGroup(source: source, refusals: circumstances.groupRefusals)]
  }
}

extension RunCircumstances {
  /// A Boolean value indicating whether processes may have been missed because they belong to another user.
  fileprivate var isBlind: Bool { hidesOthers && treeSource != .controlGroup }

  /// A Boolean value indicating whether that kept the run from being sampled.
  fileprivate var isRefused: Bool { hidesOthers && samplingRefusal != nil }
}

/// How processes started by drivers were counted.
public enum TreeCounting: Sendable, Equatable {
  /// By a control group in all runs.
  case byGroup
  /// Without a control group in some runs, because it was refused for these reasons.
  case refused([String])
  /// Without one on purpose, because both runs of each pair were made at once.
  case atOnce

  /// How they were counted, and what remains unknown.
  public var description: String {
    switch self {
    case .byGroup: "A control group counted them."
    case .refused(let reasons):
      "No control group could be made to count them (it usually takes root): the CPU time of short ones is "
        + "known to 20 ms, their memory only if it was sampled."
        + (reasons.isEmpty ? "" : " There was \(reasons.joined(separator: "; ")).")
    case .atOnce:
      "Pairs that run at once are in no control group, which would change how they share the CPUs: "
        + "the CPU time of short ones is known to 20 ms, and memory is sampled only in runs alone, which a gate on "
        + "tree-peak-memory asks for."
    }
  }
}

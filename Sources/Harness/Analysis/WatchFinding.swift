import Recording

/// What stood in the way of watching processes, or happened to them meanwhile.
public enum WatchFinding: Sendable, Equatable {
  /// Commands started processes, and no control group counted them.
  case withoutGroup(source: TreeSource, refusals: [String])
  /// What ran as another user is not shown by /proc.
  case othersHidden
  /// So many processes of a run were found but could not be read.
  case unreadable(most: Int)
  /// A run could not be sampled.
  case notSampled(reason: String)
  /// A signal stopped what was measured, for so long of so long altogether, ns.
  case stopped(subject: String, time: Double, of: Double, runs: Int)
  /// There were too many samples to keep.
  case thinned(samplesPerKept: Int)

  /// The finding and what to do about it.
  public var description: String {
    switch self {
    case .withoutGroup(let source, let refusals):
      "What the commands started was followed by sampling, and found by \(source.words): what lived "
        + "between two looks is in no figure of memory, nor in the number of processes. CPU time is "
        + "exact." + (refusals.isEmpty ? "" : " There was \(refusals.joined(separator: "; ")).")
    case .othersHidden:
      "/proc shows the processes of Rehearse's own user alone (it is mounted with hidepid): what ran "
        + "as another user is in no sampled figure. As root, or in the group that the mount option "
        + "'gid' names, all are shown."
    case .unreadable(let most):
      "Up to \(most) process\(most == 1 ? "" : "es") of a run could be found but not read, mostly "
        + "because they ran as another user: they are in no sampled figure."
    case .notSampled(let reason):
      "Some runs could not be sampled, so figures over time are missing: \(reason)"
    case .stopped(let subject, let time, let all, let runs):
      "\(subject) was stopped by a signal for \(MetricWords.time(time)) of \(MetricWords.time(all))"
        + "\(runs == 1 ? "" : ", \(runs) runs together"): that time is in the wall time."
    case .thinned(let samplesPerKept):
      "There were too many samples to keep, so at worst one of \(samplesPerKept) was; the extremes of "
        + "memory and CPU are those of all."
    }
  }
}

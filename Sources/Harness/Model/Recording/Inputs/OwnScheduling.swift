/// The calls by which a story's processes change how the kernel schedules them, on both sides of a comparison.
///
/// With another priority, scheduling class or set of CPUs, a side no longer shares a CPU equally with the other: it runs
/// in other stretches or elsewhere, and its CPU time says more of that than of its work.
public struct OwnScheduling: Sendable, Hashable, Codable {
  /// The calls of each side with what they set, if that is one number: `setpriority 10`, `sched_setaffinity`; sorted.
  public var baseline, candidate: [String]

  /// The calls of both sides.
  public init(baseline: Set<String>, candidate: Set<String>) {
    (self.baseline, self.candidate) = (Self.changing(baseline), Self.changing(candidate))
  }

  /// Leaves out what changes nothing: a process starts at priority 0, and some libraries set it for each thread.
  private static func changing(_ calls: Set<String>) -> [String] {
    let priorities = calls.filter { $0.hasPrefix("setpriority") }
    return (priorities == ["setpriority 0"] ? calls.subtracting(priorities) : calls).sorted()
  }

  /// The calls that only the candidate makes, sorted.
  public var ofCandidateAlone: [String] { candidate.filter { !baseline.contains($0) } }

  /// The reason why both sides can't share a CPU, to follow 'because'; nil if they can, since both have the same
  /// priorities, and leave it to the kernel where they run.
  func reasonApart(_ baselineName: String, _ candidateName: String) -> Arrangement.Reason? {
    if baseline != candidate {
      let sides = [(baselineName, baseline), (candidateName, candidate)].map { name, calls in
        "'\(name)': \(calls.isEmpty ? "no call" : calls.joined(separator: ", "))"
      }
      return .refused(
        "the two sides schedule themselves differently (\(sides.joined(separator: "; "))), and would not share a CPU "
          + "equally")
    }
    let others = candidate.filter { !$0.hasPrefix("setpriority") }
    if others.isEmpty { return nil }
    return .refused(
      "the program chooses its CPUs or scheduling class itself (\(others.joined(separator: ", "))), and no pair can be "
        + "kept on one CPU")
  }
}

extension Decision {
  /// The stories whose sides can't share a CPU because of how they change their own scheduling, and why.
  public var scheduledApart: [String: Arrangement.Reason] {
    (inputs?.scheduling ?? [:]).compactMapValues { $0.reasonApart(baseline, candidate) }
  }
}

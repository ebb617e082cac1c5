/// Which runs count as disturbed. It looks at counters of the machine only and never at a run's
/// measurements: leaving runs out by their measurements would make any build look steadier than it
/// is. For the same reason what a run may have caused itself (``InterferenceCause/mayBeOfRun``) is
/// reported, but no reason to repeat a run.
///
/// Stored with each experiment, so that its runs are judged by the limits they were made under.
public struct InterferenceRule: Sendable, Equatable, Codable {
  /// The share of one CPU that others may take, percent. A tenth is where times of runs on a machine of
  /// two CPUs begin to spread visibly; a desktop at rest takes 1 to 3.
  public var othersPercent: Double
  /// The share of all CPUs' time that the hypervisor may take, percent: of a second on one CPU 1 % is a
  /// tick, more than many steps last. `rehearse doctor` has the same limit.
  public var stolenPercent: Double
  /// In how much of the time tasks may wait for a CPU, percent. A run's own threads wait for each
  /// other in there, so it is twice what `rehearse doctor` allows a machine at rest, and it is not
  /// looked at where the run itself crowds the CPUs (``crowdsProcessors(_:kind:)``).
  public var processorWaitingPercent: Double
  /// In how much of the time tasks may wait for memory, percent. On a machine with memory to spare
  /// it is 0.
  public var memoryWaitingPercent: Double
  /// The number of pages that may be swapped: half a megabyte, as far as peak memory is exact.
  public var swappedPages: Double
  /// The share of one CPU that Rehearse itself may take, percent: ten times what its sampler does.
  /// It is not looked at in duets, from whose CPU Rehearse keeps away.
  public var harnessPercent: Double
  /// The shortest time over which counters in ticks of 10 ms say anything, ns. Five of them make up
  /// what is busy, each cut to whole ticks, so that it can be off by 50 ms: that is 10 % of half a
  /// second, as much as is allowed.
  public var shortestForTicks: Int64
  /// The shortest time over which exact counters are judged, ns: 10 % of less than 100 ms would be
  /// less than two of the scheduler's turns.
  public var shortest: Int64

  /// The limits that stand for all experiments.
  public static let standard = InterferenceRule(
    othersPercent: 10, stolenPercent: 1, processorWaitingPercent: 10, memoryWaitingPercent: 1,
    swappedPages: 128, harnessPercent: 10, shortestForTicks: 500_000_000, shortest: 100_000_000)

  /// Returns whether a run was disturbed.
  /// - Parameters:
  ///   - interference: nil where nothing was recorded.
  ///   - kind: what the run was for.
  public func verdict(
    on interference: Interference?, kind: RunKind
  ) -> InterferenceVerdict {
    guard let interference else { return .unknown(reason: "nothing was recorded") }
    let excesses = excesses(of: interference, kind: kind).filter { $0.severity > 1 }
      .sorted { $0.severity > $1.severity }
    if !excesses.isEmpty { return .disturbed(excesses) }
    if interference.observed < shortestForTicks {
      return .unknown(
        reason: "it was shorter than \(shortestForTicks / 1_000_000) ms, too short for the "
          + "kernel's ticks of 10 ms")
    }
    if interference.others == nil {
      return .unknown(reason: "the CPU time of other processes is not known")
    }
    return .undisturbed
  }

  /// Returns what is known of a run, beside its limits.
  private func excesses(
    of interference: Interference, kind: RunKind
  ) -> [InterferenceExcess] {
    var found: [InterferenceExcess] = []
    func note(_ cause: InterferenceCause, _ value: Double?, limit: Double) {
      guard let value else { return }
      found.append(InterferenceExcess(cause: cause, value: value, limit: limit))
    }
    let percent = interference.percent
    if interference.observed >= shortestForTicks {
      note(.otherProcesses, interference.others.map(percent), limit: othersPercent)
      note(
        .stolenTime,
        interference.stolen.map { percent($0) / Double(max(1, interference.processors)) },
        limit: stolenPercent)
    }
    if interference.observed >= shortest {
      if !crowdsProcessors(interference, kind: kind) {
        note(
          .processorWaiting, interference.processorWaiting.map(percent),
          limit: processorWaitingPercent)
      }
      note(.memoryWaiting, interference.memoryWaiting.map(percent), limit: memoryWaitingPercent)
      if kind != .duet {
        note(.harness, percent(interference.harness), limit: harnessPercent)
      }
    }
    note(.swapping, interference.swappedPages.map(Double.init), limit: swappedPages)
    return found
  }

  /// Returns whether the run's own threads wait for a CPU by themselves: a duet shares one on
  /// purpose, a machine of one CPU has none for Rehearse, and a run that used more than one CPU had
  /// threads that can stand in each other's way.
  public func crowdsProcessors(_ interference: Interference, kind: RunKind) -> Bool {
    guard kind != .duet, interference.processors > 1, let run = interference.run else {
      return true
    }
    return run > interference.observed
  }

  /// The rule in one sentence.
  public var description: String {
    let limits: [(InterferenceCause, Double)] = [
      (.otherProcesses, othersPercent), (.stolenTime, stolenPercent),
      (.processorWaiting, processorWaitingPercent), (.memoryWaiting, memoryWaitingPercent),
      (.swapping, swappedPages), (.harness, harnessPercent),
    ]
    return "A run counts as disturbed where "
      + limits.map { $0.words("more than \(Int($1))") }.joined(separator: ", or ")
      + "; CPU use of others and stolen time are judged in runs of "
      + "\(shortestForTicks / 1_000_000) ms or more."
  }
}

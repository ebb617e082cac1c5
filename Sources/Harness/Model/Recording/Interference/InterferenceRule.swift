/// A rule for which runs count as disturbed. It uses only counters of the machine, never a run's
/// measurements: leaving runs out by their measurements would make any build look steadier than it is. For
/// the same reason, what a run may have caused itself (``InterferenceCause/mayBeOfRun``) is reported, but
/// does not make it be repeated.
///
/// Stored with each experiment, so that its runs are always judged by the limits they were made under.
public struct InterferenceRule: Sendable, Equatable, Codable {
  /// The share of one CPU that others may take, percent. From a tenth on, times of runs on a machine with two
  /// CPUs spread visibly; an idle desktop takes 1 to 3.
  public var othersPercent: Double
  /// The share of all CPUs' time that the hypervisor may take, percent. For a second on one CPU, 1 % is a
  /// tick, more than many steps last. `rehearse doctor` has the same limit.
  public var stolenPercent: Double
  /// The share of the time in which tasks may wait for a CPU, percent. It includes a run's own threads
  /// waiting for each other, so it is twice what `rehearse doctor` allows an idle machine. It is ignored if
  /// the run itself crowds the CPUs (``crowdsProcessors(_:kind:)``).
  public var processorWaitingPercent: Double
  /// The share of the time in which tasks may wait for memory, percent. It is 0 on a machine with free
  /// memory.
  public var memoryWaitingPercent: Double
  /// The number of pages that may be swapped: half a megabyte, as exact as peak memory.
  public var swappedPages: Double
  /// The share of one CPU that Rehearse itself may take, percent: ten times what its sampler takes. It is
  /// ignored in duets, whose CPU Rehearse avoids.
  public var harnessPercent: Double
  /// The shortest time for which counters in ticks of 10 ms say anything, ns. Busy time is the sum of five
  /// counters, each cut to whole ticks, so it can be off by 50 ms: that is 10 % of half a second, as much as
  /// is allowed.
  public var shortestForTicks: Int64
  /// The shortest time for which exact counters are judged, ns: 10 % of less than 100 ms would be less than
  /// two of the scheduler's turns.
  public var shortest: Int64

  /// The default limits.
  public static let standard = InterferenceRule(
    othersPercent: 10, stolenPercent: 1, processorWaitingPercent: 10, memoryWaitingPercent: 1,
    swappedPages: 128, harnessPercent: 10, shortestForTicks: 500_000_000, shortest: 100_000_000)

  /// Returns whether a run was disturbed. Its interference is nil if nothing was recorded.
  public func verdict(on interference: Interference?, kind: RunKind) -> InterferenceVerdict {
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

  /// Returns what exceeds the limits for a run.
  private func excesses(of interference: Interference, kind: RunKind) -> [InterferenceExcess] {
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

  /// Returns whether the run's own threads compete for CPUs: a duet shares one on purpose, a machine with one
  /// CPU has none left for Rehearse, and a run that used more than one CPU has threads that can block each
  /// other.
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
    return "A run counts as disturbed if "
      + limits.map { $0.words("more than \(Int($1))") }.joined(separator: ", or ")
      + "; CPU use of others and stolen time are judged in runs of "
      + "\(shortestForTicks / 1_000_000) ms or more."
  }
}

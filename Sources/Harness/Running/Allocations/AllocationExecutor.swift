import Metrics
import Recording
import Sampling
import Scenarios

/// Makes the runs that count allocations, cycles among them, and leaves all others to another executor.
///
/// They are runs of their own: to count takes time, and each block is 16 bytes longer. Nothing but what
/// was allocated is taken from them. Each program has fixed addresses, and hashing that is not random.
public struct AllocationExecutor: Executor {
  private let counting: ProcessExecutor
  private let others: any Executor

  /// Prepares for a scenario; parameters as in ``ProcessExecutor``.
  /// - Parameters:
  ///   - metric: the one of which it is recorded who allocates; nil where only counts are wanted.
  ///   - cycles: judges cycles; nil if no planned run has any.
  ///   - others: makes the runs that don't count.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in contexts: BuildContexts,
    counter: AllocationCounter, explaining metric: Metric? = nil, cycles: CycleJudge? = nil,
    launcher: Launcher, interruption: Interruption, others: any Executor
  ) {
    var counting = ProcessExecutor(
      scenario: scenario, commands: commands, in: contexts, launcher: launcher,
      interruption: interruption, machineMemory: 0)
    counting.allocations = counter
    counting.cycles = cycles
    counting.recorder = metric.map { AllocationRecorder(metric: $0) }
    self.counting = counting
    self.others = others
  }

  /// Makes the first run alone where it counts allocations; else as many as the other executor makes.
  public func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    let others = batch.prefix { $0.kind != .allocations && $0.kind != .cycles }
    guard others.isEmpty else { return self.others.execute(others, whenPrepared: whenPrepared) }
    return counting.execute(batch.prefix(1), whenPrepared: whenPrepared)
  }
}

extension RunFailure {
  /// What a process allocated in a step is not known.
  /// - Parameter subject: whose process it is, as in `the driver`.
  static func allocationsNotCounted(of subject: String, _ refusal: AllocationRefusal) -> RunFailure
  {
    notMeasured("The allocations of \(subject) can't be counted: \(refusal.words).")
  }
}

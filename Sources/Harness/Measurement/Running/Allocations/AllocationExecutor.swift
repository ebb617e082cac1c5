import Metrics
import Recording
import Sampling

/// Makes the runs that count allocations, including cycles, and leaves all others to another executor.
///
/// They are separate runs: counting takes time and makes each block 16 bytes longer. Only
/// allocations are read from them. Programs have fixed addresses, and hashing that is not random.
public struct AllocationExecutor: Executor {
  private let counting: ProcessExecutor
  private let others: any Executor

  /// Prepares for a scenario's runs. `metric` is the metric whose allocating functions are recorded, nil if only
  /// counts are wanted; `cycles` judges cycles, nil if no planned run has any; `others` makes the runs that don't
  /// count.
  public init(
    _ setup: ReplaySetup, counter: AllocationCounter, explaining metric: Metric? = nil,
    cycles: CycleJudge? = nil, others: any Executor
  ) {
    var counting = ProcessExecutor(setup)
    counting.allocations = counter
    counting.cycles = cycles
    counting.recorder = metric.map { AllocationRecorder(metric: $0) }
    self.counting = counting
    self.others = others
  }

  /// Makes only the first run if it counts allocations; otherwise as many as the other executor makes.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let others = batch.prefix { $0.kind != .allocations && $0.kind != .cycles }
    guard others.isEmpty else { return self.others.execute(others) }
    return counting.execute(batch.prefix(1))
  }
}

extension RunFailure {
  /// The failure of a run in which the allocations of a subject such as `the driver` are unknown in a step.
  static func allocationsNotCounted(of subject: String, _ refusal: AllocationRefusal) -> RunFailure
  {
    notMeasured("The allocations of \(subject) can't be counted: \(refusal.words).")
  }
}

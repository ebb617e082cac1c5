import Recording

/// Makes pairs of runs. Processes stay behind this protocol, as behind ``Executor``.
public protocol PairExecutor {
  /// Makes one pair. Whatever goes wrong is in the runs' endings.
  func execute(_ planned: PlannedPair) -> Pair<Run>
}

import Recording

/// Makes pairs of runs. Processes stay behind this protocol, as behind ``Executor``.
public protocol PairExecutor {
  /// Makes one pair. Whatever goes wrong is in the runs' endings.
  func execute(_ planned: PlannedPair) -> Pair<Run>

  /// Makes pairs of a batch at once, if that does no harm.
  /// - Returns: at least the first of them, in order; the rest must be asked for again.
  func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>]
}

extension PairExecutor {
  /// Makes one pair, as a batch.
  public func execute(_ planned: PlannedPair) -> Pair<Run> { execute([planned])[0] }

  /// Makes the first pair alone.
  public func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>] {
    batch.prefix(1).map(execute)
  }
}

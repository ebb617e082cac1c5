/// Carries out pairs of runs. Processes stand behind this protocol, as behind ``Executor``.
public protocol PairExecutor {
  /// Makes one pair. Whatever goes wrong is told by the runs' endings.
  func execute(_ planned: PlannedPair) -> RunPair
}

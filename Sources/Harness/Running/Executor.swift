import Recording

/// Carries out runs. Processes stand behind this protocol, so that all above it can be tested
/// with runs that were recorded.
public protocol Executor {
  /// Makes one run. Whatever goes wrong is told by the run's ending.
  func execute(_ planned: PlannedRun) -> Run
}

import DriverProtocol
import Recording
import Sampling

/// Adds to each run what else the machine did meanwhile.
///
/// The counters are read right before and after the run, outside its times; a read takes some 30
/// µs. Runs that follow each other at once share the reading between them, short runs share
/// readings, and a batch has one before and one after all of its runs.
public struct WatchedExecutor: Executor {
  /// The source of a run's own CPU time, to distinguish it from that of other processes.
  public enum OwnUse: Sendable {
    /// From the kernel's count of children: each run's launcher is waited for when it ends. This
    /// includes preparing the fixture, starting and ending, as the machine's activity does.
    case reaped
    /// From its steps: the launcher stays, and all that a command does is one step.
    case steps
  }

  private let executor: any Executor
  private let ownUse: OwnUse
  private let probe: InterferenceProbe

  /// Watches the runs of another executor.
  public init(
    _ executor: any Executor, ownUse: OwnUse, probe: InterferenceProbe = InterferenceProbe()
  ) {
    self.executor = executor
    self.ownUse = ownUse
    self.probe = probe
  }

  /// Makes a batch of runs, which share one record of what else happened.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let start = probe.recent()
    var runs = executor.execute(batch)
    let end = probe.end(of: start)
    let own =
      switch ownUse {
      case .reaped: InterferenceProbe.reaped(from: start, to: end)
      // A run that ended before it reported its usage has no step.
      case .steps:
        runs.contains { $0.steps.isEmpty }
          ? nil : runs.flatMap(\.steps).reduce(.zero) { $0 + $1.outside.cpu }.nanoseconds
      }
    let interference = probe.interference(from: start, to: end, run: own)
    for index in runs.indices { runs[index].interference = interference }
    return runs
  }
}

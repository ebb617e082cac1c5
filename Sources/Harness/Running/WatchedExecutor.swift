import Costs
import Recording
import Sampling

/// Adds to each run what else the machine did meanwhile.
///
/// The counters are read right before and right after the run, while nothing of it is there: that
/// takes some 30 µs each, of which none is in the run's times. Of runs that follow each other at once
/// one reading is the end of one and the start of the next, and short ones share their readings; runs
/// in a batch have one before and one after all of them.
public struct WatchedExecutor: Executor {
  /// Where a run's own CPU time is known from, which is no other process's.
  public enum OwnUse: Sendable {
    /// From the kernel's count of children: the launcher of each run is waited for when it ends.
    /// Preparing the fixture, starting and ending are in it, as they are in what the machine did.
    case reaped
    /// From its steps: the launcher stays, and all that a command does is one step.
    case steps
  }

  private let executor: any Executor
  private let ownUse: OwnUse
  private let probe: InterferenceProbe

  /// Watches the runs that another makes.
  public init(
    _ executor: any Executor, ownUse: OwnUse, probe: InterferenceProbe = InterferenceProbe()
  ) {
    self.executor = executor
    self.ownUse = ownUse
    self.probe = probe
  }

  /// Makes runs in a batch, of which one record of what else happened is for all.
  public func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    var start: InterferenceProbe.Reading?
    var runs = executor.execute(
      batch,
      whenPrepared: {
        start = probe.recent()
        whenPrepared()
      })
    guard let start else { return runs }
    let end = probe.end(of: start)
    let own =
      switch ownUse {
      case .reaped: InterferenceProbe.reaped(from: start, to: end)
      // One that was ended before it reported what it used has no step.
      case .steps:
        runs.contains { $0.steps.isEmpty }
          ? nil : runs.flatMap(\.steps).reduce(.zero) { $0 + $1.outside.cpu }.nanoseconds
      }
    let interference = probe.interference(from: start, to: end, run: own)
    for index in runs.indices { runs[index].interference = interference }
    return runs
  }
}

import Recording
import SystemPackage

/// Makes each run with a fresh driver in the real-time class.
public struct RealTimeExecutor: SingleRunExecutor {
  private let executor: ProcessExecutor
  private let realTime: RealTimeClass

  /// Makes runs with an executor, in this class.
  public init(_ executor: ProcessExecutor, in realTime: RealTimeClass) {
    var executor = executor
    executor.isRealTime = true
    self.executor = executor
    self.realTime = realTime
  }

  /// Makes one run, while this process is above it.
  public func execute(_ planned: PlannedRun) -> Run {
    do throws(Errno) {
      return try realTime.above { executor.execute(planned) }
    } catch {
      var run = Run(planned)
      run.ending = .failed(.classNotEntered(error))
      return run
    }
  }
}

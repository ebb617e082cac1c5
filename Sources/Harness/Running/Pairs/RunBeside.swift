import Foundation
import Recording
import Sampling

/// Runs on a thread of its own, one after another, beside a duet.
final class RunBeside: Sendable {
  private let stop: Interruption
  private let finished = DispatchSemaphore(value: 0)

  /// Replaying a story needs more than most of our threads.
  static let stackSize = 8 << 20

  /// Begins runs on this CPU; nil if the system refuses a thread or a pipe.
  ///
  /// `next` receives each run that was made, at first nil, and returns the next one; nil after the last. A run that
  /// was ended failed as interrupted.
  init?(
    _ setup: ReplaySetup, on cpu: Int, next: @escaping @Sendable (Run?) -> PlannedRun?
  ) {
    guard let stop = try? Interruption() else { return nil }
    self.stop = stop
    let setup = setup.stopping(by: stop)
    do {
      try SystemThread.start("rehearse-beside", stack: Self.stackSize) { [finished] in
        var executor = ProcessExecutor(setup)
        executor.cpuBeside = cpu
        var planned = next(nil)
        while let run = planned, !stop.isRaised { planned = next(executor.execute(run)) }
        finished.signal()
      }
    } catch {
      stop.close()
      return nil
    }
  }

  /// Ends the run that is not over.
  func end() {
    stop.raise()
    finished.wait()
    stop.close()
  }
}

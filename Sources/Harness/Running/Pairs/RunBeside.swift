import Foundation
import Recording
import Sampling
import Synchronization

/// One run on a thread of its own, beside a duet.
final class RunBeside: Sendable {
  private let stop: Interruption
  private let finished = DispatchSemaphore(value: 0)
  private let made = Mutex<Run?>(nil)

  /// Replaying a story needs more than most of our threads.
  private static let stackSize = 8 << 20

  /// Begins the run on this CPU; nil if the system refuses a thread or a pipe.
  init?(_ planned: PlannedRun, _ setup: ReplaySetup, on cpu: Int) {
    guard let stop = try? Interruption() else { return nil }
    self.stop = stop
    let setup = setup.stopping(by: stop)
    do {
      try SystemThread.start("rehearse-beside", stack: Self.stackSize) { [self] in
        var executor = ProcessExecutor(setup)
        executor.cpuBeside = cpu
        let run = executor.execute(planned)
        made.withLock { $0 = run }
        finished.signal()
      }
    } catch {
      stop.close()
      return nil
    }
  }

  /// Ends the run if it is not over, and returns it. One that was ended failed as interrupted.
  func end() -> Run? {
    stop.raise()
    finished.wait()
    stop.close()
    return made.withLock { $0 }
  }
}

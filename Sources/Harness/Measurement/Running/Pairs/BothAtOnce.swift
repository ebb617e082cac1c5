import Foundation
import Sampling
import Synchronization

enum BothAtOnce {
  /// Replaying a story needs more than most of our threads.
  private static let stackSize = 8 << 20

  /// Makes both, the second on a thread of its own, which inherits the CPUs of this one.
  /// - Returns: nil if the system refuses a thread; nothing was made then.
  static func make<Made: Sendable>(
    _ first: () -> Made, _ second: @escaping @Sendable () -> Made
  ) -> [Made]? {
    let other = Mutex<Made?>(nil)
    let finished = DispatchSemaphore(value: 0)
    do {
      try SystemThread.start("rehearse-second", stack: stackSize) {
        let made = second()
        other.withLock { $0 = made }
        finished.signal()
      }
    } catch {
      return nil
    }
    let made = first()
    finished.wait()
    return [made] + [other.withLock { $0 }].compactMap(\.self)
  }
}

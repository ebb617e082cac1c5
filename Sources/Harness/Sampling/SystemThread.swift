import Foundation
import Glibc
public import SystemPackage

/// A thread that is there or is refused: Foundation's `Thread` says nothing where the system has none
/// left, and whoever waits for its work waits for ever.
public enum SystemThread {
  /// Small, since it is the kernel's to give, and no thread of ours goes deep.
  private static let stackSize = 256 * 1024

  /// Starts a thread that ends with its work.
  /// - Parameter name: what /proc calls it, 15 bytes at most.
  /// - Throws: `Errno` where it can't be started.
  public static func start(
    _ name: String, _ work: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    let task = Unmanaged.passRetained(Task(name: name, work: work))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, &attributes,
      { pointer in
        guard let pointer else { return nil }
        let task = Unmanaged<Task>.fromOpaque(pointer).takeRetainedValue()
        Thread.current.name = task.name
        task.work()
        return nil
      }, task.toOpaque())
    guard error == 0 else {
      task.release()
      throw Errno(rawValue: error)
    }
  }

  private final class Task: Sendable {
    let name: String
    let work: @Sendable () -> Void

    init(name: String, work: @escaping @Sendable () -> Void) {
      (self.name, self.work) = (name, work)
    }
  }
}

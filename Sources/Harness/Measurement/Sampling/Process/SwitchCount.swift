import Foundation
import Glibc
public import SystemPackage

/// Counts how often the threads of processes leave their CPUs.
///
/// The kernel only shows this for single live threads, so what a thread did after the last look is missing.
public struct SwitchCount: Sendable {
  private struct Thread: Hashable {
    let pid: Int32
    let thread: Int32
  }

  private let root: ProcRoot
  private var last: [Thread: ThreadSwitches] = [:]
  private var voluntaryOfEnded: Int64 = 0
  private var involuntaryOfEnded: Int64 = 0
  private var base: (voluntary: Int64, involuntary: Int64) = (0, 0)
  private var scanInterval = ScanInterval()

  /// Begins to count.
  public init(_ pids: [Int32], root: ProcRoot = ProcRoot()) {
    self.root = root
    last = Self.switches(of: pids, root)
    base = sums
  }

  /// Reads the threads' counts, unless it is too early to read again.
  public mutating func update(_ pids: [Int32]) {
    guard scanInterval.isDue else { return }
    let start = OwnClock.now
    note(Self.switches(of: pids, root))
    scanInterval.spent(since: start)
  }

  /// How often threads have waited since the start.
  public var voluntary: Int64 { sums.voluntary &- base.voluntary }
  /// How often the scheduler has taken a CPU away from a thread since the start.
  public var involuntary: Int64 { sums.involuntary &- base.involuntary }

  private var sums: (voluntary: Int64, involuntary: Int64) {
    last.values.reduce((voluntaryOfEnded, involuntaryOfEnded)) {
      ($0.0 &+ $1.voluntary, $0.1 &+ $1.involuntary)
    }
  }

  private static func switches(of pids: [Int32], _ root: ProcRoot) -> [Thread: ThreadSwitches] {
    var switches: [Thread: ThreadSwitches] = [:]
    for pid in pids {
      // Threads that end meanwhile keep their last counts.
      for thread in (try? root.threads(of: pid)) ?? [] {
        let path = root.place(of: "task/\(thread)/status", in: pid)
        switches[Thread(pid: pid, thread: thread)] = try? WholeFile.read(path, ThreadSwitches.init)
      }
    }
    return switches
  }

  private mutating func note(_ now: [Thread: ThreadSwitches]) {
    for (thread, before) in last {
      // A count that fell belongs to another thread with the same number.
      if let after = now[thread], after.voluntary >= before.voluntary { continue }
      voluntaryOfEnded &+= before.voluntary
      involuntaryOfEnded &+= before.involuntary
    }
    last = now
  }
}

/// A thread that exists or is refused: Foundation's `Thread` reports no error if the system has
/// none left, and whoever waits for its work waits for ever.
public enum SystemThread {
  /// Starts a thread that ends with its work. Its name in /proc has 15 bytes at most. Its stack is small by default,
  /// because the kernel has to provide it and most of our threads don't nest deeply.
  /// - Throws: `Errno` if it can't be started.
  public static func start(
    _ name: String, stack: Int = 256 * 1024, _ work: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stack)
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

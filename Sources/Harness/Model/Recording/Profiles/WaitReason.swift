/// The cause of a thread's wait.
public enum WaitReason: String, Sendable, CaseIterable {
  /// A futex: a lock, a condition variable, a semaphore, or the end of a thread.
  case lock = "a lock or a thread"
  case timer = "a timer"
  case pipe = "a pipe"
  case socket = "a socket"
  case disk = "a disk"
  case events = "events"
  case child = "a child process"
  case signal = "a signal"
  case terminal = "a terminal"
  case kernelLock = "a lock in the kernel"
  /// The thread was ready to run, but other threads had the CPUs.
  case runQueue = "a CPU (run queue)"
  /// The same, but only of threads that lost their CPU to others: when a woken thread was ready is not known.
  case preempted = "a CPU (preempted)"

  /// A Boolean value indicating whether the thread was ready to run, and waited for nothing else.
  public var isForCPU: Bool { self == .runQueue || self == .preempted }
}

extension Profile {
  /// The number of samples for which threads waited for nothing but a CPU. No other time of waiting includes them.
  public var samplesInRunQueue: Int {
    let isForCPU = functions.map { $0.waitReason?.isForCPU ?? false }
    return nodes.reduce(0) { isForCPU[$1.function] ? $0 + $1.samples : $0 }
  }
}

extension ProfiledFunction {
  /// A node for what is waited for, as the innermost call.
  public static func waiting(for reason: WaitReason) -> ProfiledFunction {
    ProfiledFunction(name: "[waits for \(reason.rawValue)]", module: "kernel", kind: .kernel)
  }

  /// The thing that is waited for, if it represents that.
  public var waitReason: WaitReason? {
    guard kind == .kernel else { return nil }
    return WaitReason.allCases.first { Self.waiting(for: $0).name == name }
  }
}

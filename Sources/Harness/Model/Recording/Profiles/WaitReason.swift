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

import Glibc
import ProcFS
import SystemPackage

/// A failure to read a process.
public enum SamplingError: Error, Equatable, CustomStringConvertible {
  /// The process does not exist, or belongs to another user.
  case noSuchProcess(pid: Int32)
  /// A file of /proc could not be read.
  case proc(ProcFSError)
  /// The system refused a sampling thread.
  case noThread(Errno)

  /// A Boolean value indicating whether the process has ended, not merely been refused.
  public var meansGone: Bool {
    switch self {
    case .noSuchProcess: true
    case .proc(.unreadable(_, let errno)): [.noSuchProcess, .noSuchFileOrDirectory].contains(errno)
    case .proc(.withoutMemory): true
    case .proc, .noThread: false
    }
  }

  /// Returns whether the cause is that the process has ended, rather than that /proc hides it.
  public func hasEnded(_ pid: Int32) -> Bool { meansGone && kill(pid, 0) != 0 && errno == ESRCH }

  /// The failure.
  public var description: String {
    switch self {
    case .noSuchProcess(let pid): "There is no process \(pid) whose clock may be read."
    case .proc(let error): error.description
    case .noThread(let errno): "No thread could be started to take samples: \(errno)."
    }
  }
}

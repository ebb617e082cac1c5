import Glibc
import SystemPackage

/// A failure to read a file of /proc or a process, or a reason not to watch it.
public enum SamplingError: Error, Equatable, CustomStringConvertible {
  /// A file can't be opened or read: the process has ended, or belongs to another user.
  case unreadable(path: FilePath, errno: Errno)
  /// A file lacks a field that every kernel since 4.0 writes.
  case malformed(path: FilePath, missing: String)
  /// A file has no memory lines: the process, or its first thread, has ended and was not waited for.
  case withoutMemory(path: FilePath)
  /// A file has text that no known kernel writes.
  case unexpected(path: FilePath, text: String, allowed: String)
  /// The process has ended, or belongs to another user.
  case noSuchProcess(pid: Int32)
  case noThread(Errno)
  /// The process to attach to does not exist.
  case notThere(pid: Int32)
  /// The process exists, but /proc does not show it.
  case hidden(pid: Int32)
  case ourselves(pid: Int32)
  case kernelThread(pid: Int32, name: String)
  /// The process has ended, but its parent has not noticed yet.
  case ended(pid: Int32, name: String, parent: Int32)
  case thread(pid: Int32, of: Int32)
  indirect case notWatchable(pid: Int32, SamplingError)
  /// No control groups with this controller are mounted.
  case noHierarchy(controller: String)
  case groupNotMade(FilePath, Errno)
  /// A control group could not be locked, so another Rehearse would remove it.
  case groupNotLocked(FilePath)
  case groupNotOpened(FilePath, reason: String)
  case noCPUTime(group: FilePath, reason: String)

  /// A Boolean value indicating whether the process has ended, not merely been refused.
  public var meansGone: Bool {
    switch self {
    case .noSuchProcess: true
    case .unreadable(_, let errno): [.noSuchProcess, .noSuchFileOrDirectory].contains(errno)
    case .withoutMemory: true
    default: false
    }
  }

  /// Returns whether the cause is that the process has ended, rather than that /proc hides it.
  public func hasEnded(_ pid: Int32) -> Bool { meansGone && kill(pid, 0) != 0 && errno == ESRCH }

  /// The failure, and what to do; continues a sentence if it is about a control group.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno): "\(path) can't be read: \(errno)."
    case .malformed(let path, let missing): "\(path) has no field '\(missing)'."
    case .withoutMemory(let path): "\(path) has no field 'VmHWM:'."
    case .unexpected(let path, let text, let allowed):
      "\(path) holds '\(text)'; expected: \(allowed)."
    case .noSuchProcess(let pid): "There is no process \(pid) whose clock may be read."
    case .noThread(let errno): "No thread could be started to take samples: \(errno)."
    case .notThere(let pid): "There is no process \(pid)."
    case .hidden(let pid):
      "The process \(pid) is another user's, and /proc (mounted with 'hidepid') does not show it; "
        + "root may see it."
    case .ourselves(let pid): "The process \(pid) is Rehearse itself."
    case .kernelThread(let pid, let name):
      "The process \(pid) (\(name)) is a thread of the kernel: it has no memory of its own."
    case .ended(let pid, let name, let parent):
      "The process \(pid) (\(name)) has ended already; its parent \(parent) has not waited for it "
        + "yet."
    case .thread(let pid, let process):
      "\(pid) is a thread of the process \(process): attach to that."
    case .notWatchable(let pid, let error): "The process \(pid) can't be watched: \(error)"
    case .noHierarchy(let controller): "no hierarchy for '\(controller)' is mounted"
    case .groupNotMade(let path, let errno): "\(path) could not be made: \(errno)"
    case .groupNotLocked(let path): "\(path) could not be locked"
    case .groupNotOpened(let path, let reason): "\(path) can't be opened: \(reason)"
    case .noCPUTime(let group, let reason): "\(group) has no value of CPU time: \(reason)"
    }
  }
}

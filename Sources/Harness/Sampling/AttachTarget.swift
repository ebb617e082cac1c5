import Glibc
import ProcFS
import SystemPackage

/// A running process that may be watched.
public struct AttachTarget: Sendable, Equatable {
  /// Its number.
  public let pid: Int32
  /// Its name.
  public let name: String

  /// Checks whether a process can be watched.
  /// - Throws: ``AttachRefusal``.
  public init(pid: Int32, root: ProcRoot = ProcRoot()) throws(AttachRefusal) {
    guard pid != getpid() else { throw .ourselves(pid: pid) }
    let stat: ProcessStat
    do {
      let file = try root.file("stat", of: pid)
      stat = try file.read { text throws(ProcFSError) in try ProcessStat(text) }
      name = try file.read { text throws(ProcFSError) in try ProcessName(text) }.text
      let status = root.folder(of: pid).appending("status")
      let process = try WholeFile.read(status) { text throws(ProcFSError) in
        try ThreadGroup(text)
      }.process
      guard process == pid else { throw AttachRefusal.thread(pid: pid, of: process) }
    } catch let refusal as AttachRefusal {
      throw refusal
    } catch let error as ProcFSError {
      throw Self.refusal(pid, error)
    } catch {
      throw .notThere(pid: pid)
    }
    if stat.isKernelThread { throw .kernelThread(pid: pid, name: name) }
    if stat.isZombie { throw .ended(pid: pid, name: name, parent: stat.parent) }
    self.pid = pid
  }

  /// If /proc is mounted with `hidepid`, it lacks other users' processes, though signals show that they exist.
  private static func refusal(_ pid: Int32, _ error: ProcFSError) -> AttachRefusal {
    guard case .unreadable(_, let errno) = error,
      [.noSuchFileOrDirectory, .noSuchProcess].contains(errno)
    else { return .unreadable(pid: pid, error) }
    let isThere = kill(pid, 0) == 0 || Glibc.errno == EPERM
    return isThere ? .hidden(pid: pid) : .notThere(pid: pid)
  }
}

/// Why a process can't be watched.
public enum AttachRefusal: Error, Equatable, CustomStringConvertible {
  /// No process has this number.
  case notThere(pid: Int32)
  /// It exists, but /proc does not show it.
  case hidden(pid: Int32)
  /// It is Rehearse itself.
  case ourselves(pid: Int32)
  /// It is a kernel thread.
  case kernelThread(pid: Int32, name: String)
  /// It has ended, but its parent has not noticed yet.
  case ended(pid: Int32, name: String, parent: Int32)
  /// It is a thread, not a process.
  case thread(pid: Int32, of: Int32)
  /// Its files can't be read.
  case unreadable(pid: Int32, ProcFSError)

  /// The reason, and what to do.
  public var description: String {
    switch self {
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
    case .unreadable(let pid, let error): "The process \(pid) can't be watched: \(error)"
    }
  }
}

import Glibc
import SystemPackage

/// A running process that may be watched.
public struct AttachTarget: Sendable, Equatable {
  /// Its number.
  public let pid: Int32
  /// Its name.
  public let name: String

  /// Checks whether a process can be watched.
  /// - Throws: ``SamplingError``.
  public init(pid: Int32, root: ProcRoot = ProcRoot()) throws(SamplingError) {
    guard pid != getpid() else { throw .ourselves(pid: pid) }
    let stat: ProcessStat
    let process: Int32
    do throws(SamplingError) {
      let file = try root.file("stat", of: pid)
      stat = try file.read(ProcessStat.init)
      name = try file.read(ProcText.processName)
      process = try WholeFile.read(root.place(of: "status", in: pid), ProcText.threadGroup)
    } catch {
      throw Self.refusal(pid, error)
    }
    guard process == pid else { throw .thread(pid: pid, of: process) }
    if stat.isKernelThread { throw .kernelThread(pid: pid, name: name) }
    if stat.isZombie { throw .ended(pid: pid, name: name, parent: stat.parent) }
    self.pid = pid
  }

  /// If /proc is mounted with `hidepid`, it lacks other users' processes, though signals show that they exist.
  private static func refusal(_ pid: Int32, _ error: SamplingError) -> SamplingError {
    guard case .unreadable(_, let errno) = error,
      [.noSuchFileOrDirectory, .noSuchProcess].contains(errno)
    else { return .notWatchable(pid: pid, error) }
    let isThere = kill(pid, 0) == 0 || Glibc.errno == EPERM
    return isThere ? .hidden(pid: pid) : .notThere(pid: pid)
  }
}

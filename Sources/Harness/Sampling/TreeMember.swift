import ProcFS
import SystemPackage

/// One process of a tree, with its files open.
final class TreeMember {
  let key: ProcessKey
  /// Whether it was named, rather than found below one that was.
  let isRoot: Bool
  private let memory: ProcFile
  private let statFile: ProcFile
  private let storage: ProcFile?
  private let clock: ProcessClock
  /// Whether we may read its traffic with storage.
  private(set) var mayReadStorage = true
  /// As of the last ``readStat()``.
  private(set) var stat: ProcessStat
  /// Its name then; a process may execute another program, or call itself something else.
  private(set) var name: String
  private var traffic = TreeCounters()
  /// As of the last ``readUse()``.
  private(set) var cpu: Int64 = 0

  /// Opens a process's files.
  /// - Throws: ``SamplingError`` where it is not there.
  init(pid: Int32, isRoot: Bool, root: ProcRoot) throws(SamplingError) {
    // First, because it tells a process that is not there from a file that is not.
    clock = try ProcessClock(of: pid)
    do {
      memory = try root.file("statm", of: pid)
      statFile = try root.file("stat", of: pid)
      (stat, name) = try Self.read(statFile)
    } catch {
      throw .proc(error)
    }
    do throws(ProcFSError) {
      storage = try root.file("io", of: pid)
    } catch {
      storage = nil
      // That of other users' processes may not be read.
      if case .unreadable(_, errno: .permissionDenied) = error { mayReadStorage = false }
    }
    self.isRoot = isRoot
    key = ProcessKey(pid: pid, startTicks: stat.startTicks)
  }

  /// Reads all but CPU time and memory.
  /// - Returns: whether it is still there.
  func readStat() throws(ProcFSError) -> Bool {
    do {
      (stat, name) = try Self.read(statFile)
    } catch .unreadable(_, errno: .noSuchProcess) {
      return false
    }
    if let storage,
      let read = try? storage.read({ text throws(ProcFSError) in try ProcessStorage(text) })
    {
      traffic = TreeCounters(storageRead: read.readBytes, storageWritten: read.writtenBytes)
    }
    return true
  }

  /// Reads CPU time and memory, in this order: a file that stays open names its process even
  /// where the pid was given again, so what it can still be read for is whose clock was read.
  /// - Returns: its memory, all zero once it has ended; nil where it was waited for.
  func readUse() throws(ProcFSError) -> ProcessMemory? {
    guard let cpu = clock.nanoseconds else { return nil }
    do {
      let memory = try self.memory.read { text throws(ProcFSError) in try ProcessMemory(text) }
      self.cpu = cpu
      return memory
    } catch .unreadable(_, errno: .noSuchProcess) {
      return nil
    }
  }

  private static func read(_ file: ProcFile) throws(ProcFSError) -> (ProcessStat, String) {
    try file.read { text throws(ProcFSError) in
      (try ProcessStat(text), try ProcessName(text).text)
    }
  }

  /// The counters into which the kernel puts descendants that are waited for. Those of storage
  /// hold the process's own traffic too.
  var absorbing: TreeCounters {
    TreeCounters(
      cpu: stat.reapedTicks &* KernelUnits.tickNanoseconds, minorFaults: stat.reapedMinorFaults,
      majorFaults: stat.reapedMajorFaults) + traffic
  }

  /// What it and the descendants that it waited for have used.
  var used: TreeCounters {
    TreeCounters(cpu: cpu, minorFaults: stat.minorFaults, majorFaults: stat.majorFaults)
      + absorbing
  }
}

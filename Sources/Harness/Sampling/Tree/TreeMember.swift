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

/// Names a process for good: its pid alone may be given to another once it has ended.
struct ProcessKey: Hashable, Sendable {
  let pid: Int32
  /// When it started, in clock ticks since boot.
  let startTicks: Int64
}

/// What was seen of one process of a tree.
public struct ProcessRecord: Sendable, Equatable {
  /// The process.
  public let pid: Int32
  /// The process that started it, or that had taken it over when it was found.
  public let parent: Int32
  /// Its name when it was last read.
  public private(set) var name: String
  /// CPU time of its own, from its start to its last sample, ns.
  public private(set) var cpu: Int64 = 0
  /// CPU time that it had used when it was found, ns.
  public private(set) var cpuBefore: Int64?
  /// The greatest resident set at a sample, bytes.
  public private(set) var peakResident: Int64 = 0

  init(_ member: TreeMember) {
    pid = member.key.pid
    parent = member.stat.parent
    name = member.name
  }

  mutating func note(_ memory: ProcessMemory, of member: TreeMember) {
    name = member.name
    cpu = member.cpu
    if cpuBefore == nil { cpuBefore = member.cpu }
    peakResident = max(peakResident, memory.resident &* KernelUnits.pageSize)
  }
}

/// What processes have used so far.
public struct TreeCounters: Sendable, Equatable {
  private var values: SIMD8<Int64>

  private init(values: SIMD8<Int64>) { self.values = values }

  /// Counters; all zero unless told otherwise.
  public init(
    cpu: Int64 = 0, minorFaults: Int64 = 0, majorFaults: Int64 = 0, storageRead: Int64 = 0,
    storageWritten: Int64 = 0
  ) {
    values = SIMD8(cpu, minorFaults, majorFaults, storageRead, storageWritten, 0, 0, 0)
  }

  /// CPU time, ns.
  public var cpu: Int64 { values[0] }
  /// Page faults without storage access.
  public var minorFaults: Int64 { values[1] }
  /// Page faults with storage access.
  public var majorFaults: Int64 { values[2] }
  /// Bytes fetched from storage.
  public var storageRead: Int64 { values[3] }
  /// Bytes of pages made dirty.
  public var storageWritten: Int64 { values[4] }

  /// Counters added one by one.
  public static func + (a: Self, b: Self) -> Self { Self(values: a.values &+ b.values) }
  /// Counters subtracted one by one.
  public static func - (a: Self, b: Self) -> Self { Self(values: a.values &- b.values) }

  /// The same, with zero in place of what is less.
  var orZero: Self { Self(values: pointwiseMax(values, .zero)) }
}

/// What was seen of the processes of a tree, of as many as there is room for.
///
/// A server that starts a process for each request may be watched for days. Of processes that have
/// ended, those that used least CPU time are forgotten then.
struct RecordBook {
  private let limit: Int
  private var records: [ProcessKey: ProcessRecord] = [:]
  /// How many are not in it any more.
  private(set) var forgotten = 0

  /// - Parameter limit: how many that have ended are kept at least; at most it is twice as many.
  init(limit: Int) { self.limit = limit }

  subscript(key: ProcessKey) -> ProcessRecord? {
    get { records[key] }
    set { records[key] = newValue }
  }

  /// Makes room where there are too many.
  /// - Parameter living: those that are kept in any case.
  mutating func forgetLeast(but living: [ProcessKey]) {
    guard records.count > 2 * limit + living.count else { return }
    let living = Set(living)
    let ended = records.filter { !living.contains($0.key) }
      .sorted { ($0.value.cpu, $0.key.pid) > ($1.value.cpu, $1.key.pid) }
    for (key, _) in ended.dropFirst(limit) {
      records[key] = nil
      forgotten += 1
    }
  }

  /// How many were seen, forgotten ones included.
  var count: Int { records.count + forgotten }

  /// In the order of their starts.
  var all: [ProcessRecord] {
    records.sorted { ($0.key.startTicks, $0.key.pid) < ($1.key.startTicks, $1.key.pid) }
      .map(\.value)
  }
}

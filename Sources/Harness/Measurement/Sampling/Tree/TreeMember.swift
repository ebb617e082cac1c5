import DriverProtocol
import SystemPackage

/// One process of a tree, with its files open.
final class TreeMember {
  let key: ProcessKey
  /// A Boolean value indicating whether it was named, not found as a descendant.
  let isRoot: Bool
  private let memory: ProcFile
  private let root: ProcRoot
  /// A later thread's file for the memory, if the first thread has ended.
  private var threadMemory: ProcFile?
  /// Nil until huge pages are asked for.
  private var status: ProcFile?
  private let statFile: ProcFile
  private let storage: ProcFile?
  private let clock: ProcessClock
  private(set) var mayReadStorage = true
  /// From the last ``readStat()``.
  private(set) var stat: ProcessStat
  /// Its name at that time; a process may execute another program, or rename itself.
  private(set) var name: String
  /// The page faults of children that it had waited for when its files were opened.
  private let reapedMinorFaults: Int64
  private var traffic = TreeCounters()
  /// From the last ``readUse()``.
  private(set) var cpu: Int64 = 0

  /// Opens a process's files.
  /// - Throws: ``SamplingError`` if it does not exist.
  init(pid: Int32, isRoot: Bool, root: ProcRoot) throws(SamplingError) {
    // First, because it distinguishes a missing process from a missing file.
    clock = try ProcessClock(of: pid)
    self.root = root
    memory = try root.file("statm", of: pid)
    statFile = try root.file("stat", of: pid)
    (stat, name) = try Self.read(statFile)
    reapedMinorFaults = stat.reapedMinorFaults
    do throws(SamplingError) {
      storage = try root.file("io", of: pid)
    } catch {
      storage = nil
      // Other users' processes may not allow it.
      if case .unreadable(_, errno: .permissionDenied) = error { mayReadStorage = false }
    }
    self.isRoot = isRoot
    key = ProcessKey(pid: pid, startTicks: stat.startTicks)
  }

  /// Reads everything but CPU time and memory.
  /// - Returns: whether it still exists.
  func readStat() throws(SamplingError) -> Bool {
    do {
      (stat, name) = try Self.read(statFile)
    } catch .unreadable(_, errno: .noSuchProcess) {
      return false
    }
    if let storage,
      let read = try? storage.read(ProcessStorage.init)
    {
      traffic = TreeCounters(storageRead: read.read.count, storageWritten: read.written.count)
    }
    return true
  }

  /// Reads CPU time and memory, in this order: an open file keeps referring to its process even if
  /// the pid was reused, so if it can still be read, the clock was the same process's.
  /// - Returns: its memory, all zero once it has ended; nil if it was waited for.
  func readUse() throws(SamplingError) -> ProcessMemory? {
    guard let cpu = clock.nanoseconds else { return nil }
    do {
      let memory = try self.memory.read(ProcessMemory.init)
      self.cpu = cpu
      return memory.resident > 0 ? memory : memoryOfLivingThread ?? memory
    } catch .unreadable(_, errno: .noSuchProcess) {
      return nil
    }
  }

  /// Nil if no thread is left.
  private var memoryOfLivingThread: ProcessMemory? {
    if let known = read(threadMemory) { return known }
    threadMemory = root.livingThread(of: key.pid).flatMap { try? ProcFile($0.appending("statm")) }
    return read(threadMemory)
  }

  private func read(_ file: ProcFile?) -> ProcessMemory? {
    let memory = try? file?.read(ProcessMemory.init)
    return memory.flatMap { $0.resident > 0 ? $0 : nil }
  }

  /// Its pages of the kernel's pool (hugetlb), which are not in its memory.
  var hugePages: Bytes {
    if status == nil { status = try? root.file("status", of: key.pid) }
    let kilobytes = try? status?.read { text in text.numberIfPresent(after: "HugetlbPages:") }
    return kilobytes.map { Bytes(kilobytes: $0) } ?? .zero
  }

  /// Its proportional memory (PSS) with its part of swap space; 0 once it has ended, nil if it can't be read.
  ///
  /// The file is reopened for each reading: an open one shows the state from before the process
  /// executed another program.
  var proportionalMemory: Bytes? {
    let thread = read(threadMemory) == nil ? nil : root.livingThread(of: key.pid)
    let path = thread?.appending("smaps_rollup") ?? root.place(of: "smaps_rollup", in: key.pid)
    do throws(SamplingError) {
      let rollup = try ProcFile(path).read(MemoryRollup.init)
      return rollup.proportional + rollup.swapped
    } catch {
      return error.meansGone ? Bytes.zero : nil
    }
  }

  private static func read(_ file: ProcFile) throws(SamplingError) -> (ProcessStat, String) {
    try file.read { text throws(SamplingError) in
      (try ProcessStat(text), try ProcText.processName(text))
    }
  }

  /// A Boolean value indicating whether it has waited for a child since its files were opened: no process lives without
  /// page faults.
  var hasReaped: Bool { stat.reapedMinorFaults > reapedMinorFaults }

  /// The counters to which the kernel adds descendants that were waited for. Those of storage
  /// include the process's own traffic.
  var absorbing: TreeCounters {
    TreeCounters(
      cpu: stat.reapedTicks &* KernelUnits.tickNanoseconds, minorFaults: stat.reapedMinorFaults,
      majorFaults: stat.reapedMajorFaults) + traffic
  }

  /// The usage of it and the descendants that it waited for.
  var used: TreeCounters {
    TreeCounters(cpu: cpu, minorFaults: stat.minorFaults, majorFaults: stat.majorFaults) + absorbing
  }
}

/// Identifies a process for good: its pid alone may be reused once it has ended.
struct ProcessKey: Hashable, Sendable {
  let pid: Int32
  /// When it started, in clock ticks since boot.
  let startTicks: Int64
}

/// The record of one process of a tree.
public struct ProcessRecord: Sendable, Equatable {
  /// The process.
  public let pid: Int32
  /// The process that started it, or that had adopted it when it was found.
  public let parent: Int32
  /// Its name when it was last read.
  public private(set) var name: String
  /// Its own cost while it was watched; its peak is the greatest resident set in a sample.
  public var cost: Cost {
    Cost(cpu: .nanoseconds(cpu - (cpuBefore ?? 0)), peakMemory: peakResident)
  }
  /// Its own CPU time from its start to its last sample, ns.
  private(set) var cpu: Int64 = 0
  /// CPU time that it had used before it was found, ns.
  private var cpuBefore: Int64?
  private var peakResident = Bytes.zero

  init(_ member: TreeMember) {
    pid = member.key.pid
    parent = member.stat.parent
    name = member.name
  }

  mutating func note(_ memory: ProcessMemory, of member: TreeMember) {
    name = member.name
    cpu = member.cpu
    if cpuBefore == nil { cpuBefore = member.cpu }
    peakResident = max(peakResident, Bytes(memory.resident, of: KernelUnits.pageSize))
  }
}

/// The resources that processes have used so far.
public struct TreeCounters: Sendable, Equatable {
  private var values: SIMD8<Int64>

  private init(values: SIMD8<Int64>) { self.values = values }

  /// Creates counters; all zero by default.
  public init(
    cpu: Int64 = 0, minorFaults: Int64 = 0, majorFaults: Int64 = 0, storageRead: Int64 = 0,
    storageWritten: Int64 = 0
  ) {
    values = SIMD8(cpu, minorFaults, majorFaults, storageRead, storageWritten, 0, 0, 0)
  }

  /// CPU time, ns.
  public var cpu: Int64 { values[0] }

  /// The same values with units.
  public var cost: Cost {
    Cost(
      cpu: .nanoseconds(values[0]), minorFaults: values[1], majorFaults: values[2],
      storageRead: Bytes(values[3]), storageWritten: Bytes(values[4]))
  }

  /// The sums of the counters.
  public static func + (a: Self, b: Self) -> Self { Self(values: a.values &+ b.values) }
  /// The differences of the counters.
  public static func - (a: Self, b: Self) -> Self { Self(values: a.values &- b.values) }

  /// The same, with negative values replaced by zero.
  var orZero: Self { Self(values: pointwiseMax(values, .zero)) }
}

/// The records of a tree's processes, up to a limit.
///
/// A server that starts a process for each request may be watched for days. So processes that have
/// ended with the least CPU time are forgotten.
struct RecordBook {
  private let limit: Int
  private var records: [ProcessKey: ProcessRecord] = [:]
  /// The number of processes that are no longer in it.
  private(set) var forgotten = 0

  /// - Parameter limit: the least number of ended processes to keep; at most twice as many are kept.
  init(limit: Int) { self.limit = limit }

  subscript(key: ProcessKey) -> ProcessRecord? {
    get { records[key] }
    set { records[key] = newValue }
  }

  /// Makes room if there are too many.
  /// - Parameter living: those to keep in any case.
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

  /// The number of processes seen, including forgotten ones.
  var count: Int { records.count + forgotten }

  /// In the order of their starts.
  var all: [ProcessRecord] {
    records.sorted { ($0.key.startTicks, $0.key.pid) < ($1.key.startTicks, $1.key.pid) }
      .map(\.value)
  }
}

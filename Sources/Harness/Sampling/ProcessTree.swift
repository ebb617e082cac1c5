import Glibc
import ProcFS
import Recording
import SystemPackage

/// The processes of a tree and what is known of them; read by one thread at a time.
struct ProcessTree {
  private let machineTime: ProcFile
  private let machineMemory: ProcFile
  private let root: ProcRoot
  private let epoch: Int64
  private let end: TreeReader.End
  private let isDetailed: Bool
  private let memoryGroup: MemoryGroup?
  private let cpuGroup: CPUGroup?
  /// What the group's CPU time was when the tree had used none.
  private var cpuBase: Int64?
  /// Its children are of the tree, it itself is not.
  private let adopter: Int32?
  private var members: [TreeMember]
  private var finder: MemberFinder
  private var ledger = TreeLedger()
  private var pace = Pace()
  private var records: RecordBook
  private var unreadable: Set<Int32> = []
  private var allHaveStorage: Bool
  /// The greatest values since they were last set back.
  var peaks = TreePeaks()
  private var stops = StopWatch()
  private let hidesOthers: Bool

  init(
    pids: [Int32], epoch: Int64, group: ControlGroup?, adopter: Int32?, end: TreeReader.End,
    isDetailed: Bool,
    recordLimit: Int, root: ProcRoot
  ) throws(SamplingError) {
    var members: [TreeMember] = []
    for pid in pids { members.append(try TreeMember(pid: pid, isRoot: true, root: root)) }
    do {
      // The first lines are all that is read of these two.
      machineTime = try root.file("stat", capacity: 256)
      machineMemory = try root.file("meminfo", capacity: 256)
    } catch {
      throw .proc(error)
    }
    self.members = members
    self.epoch = epoch
    self.end = end
    self.isDetailed = isDetailed
    self.root = root
    self.adopter = adopter
    memoryGroup = group?.memory
    cpuGroup = group?.cpu
    hidesOthers = root.hidesOthers
    finder = MemberFinder(group: group, root: root)
    records = RecordBook(limit: recordLimit)
    for member in members { records[member.key] = ProcessRecord(member) }
    allHaveStorage = members.allSatisfy(\.mayReadStorage)
  }

  /// Reads all processes. Time and CPU time are read side by side, because their quotient is
  /// what is reported.
  mutating func read(inDetail: Bool) throws(SamplingError) -> TreeReading? {
    do {
      return try reading(isBoundary: inDetail)
    } catch {
      throw .proc(error)
    }
  }

  private mutating func reading(isBoundary: Bool) throws(ProcFSError) -> TreeReading? {
    let machine = try machineMemory.read { text throws(ProcFSError) in try SystemMemory(text) }
    let busy = try machineTime.read { text throws(ProcFSError) in try SystemTime(text) }
    let mayHaveMore = try finder.mayHaveMore()
    if mayHaveMore {
      let known = members.map(\.key.pid) + [adopter].compactMap(\.self)
      adopt(finder.look(from: known, isUrgent: isBoundary))
    }
    var gone: [ProcessKey] = []
    // What a process that is gone had used is owed by its parent until that is read again, so
    // in large trees these may wait.
    let refreshes =
      isBoundary || (mayHaveMore || members.count > 1 || isDetailed) && pace.isDue
    if refreshes {
      let start = OwnClock.now
      for member in members where !(try member.readStat()) { gone.append(member.key) }
      pace.spent(since: start)
    }
    let time = MonotonicClock.now
    var sum = ProcessMemory.none
    var living = 0
    var rootsLive = false
    let keys = Dictionary(
      members.map { ($0.key.pid, $0.key) }, uniquingKeysWith: { _, later in later })
    for member in members where !gone.contains(member.key) {
      guard let memory = try member.readUse() else {
        gone.append(member.key)
        continue
      }
      ledger.note(
        member.key, parent: keys[member.stat.parent], used: member.used,
        absorbing: member.absorbing)
      // What has ended but is not yet waited for has no memory any more, and reads as zeros.
      guard memory.resident > 0 else { continue }
      records[member.key]?.note(memory, of: member)
      living += 1
      rootsLive = rootsLive || member.isRoot
      sum.resident += memory.resident
      sum.shared += memory.shared
    }
    ledger.close(gone: gone)
    members.removeAll { gone.contains($0.key) }
    if !gone.isEmpty { records.forgetLeast(but: members.map(\.key)) }
    guard end == .ofRoots ? rootsLive : living > 0 else { return nil }
    let resident = sum.resident * KernelUnits.pageSize
    peaks.resident = max(peaks.resident, resident)
    peaks.processes = max(peaks.processes, living)
    if let charge = memoryGroup?.charge {
      peaks.charged = max(peaks.charged, charge.held)
      peaks.filePages = max(peaks.filePages, charge.filePages)
    }
    let used = ledger.total
    try stops.note(roots, at: time, areFresh: refreshes)
    return TreeReading(
      sample: Sample(
        time: time - epoch, resident: resident,
        anonymous: (sum.resident - sum.shared) * KernelUnits.pageSize,
        cpu: groupCPU(used) ?? used.cpu,
        machineBusy: busy.busyTicks * KernelUnits.tickNanoseconds,
        machineAvailable: machine.availableKilobytes * 1024),
      used: used, processes: living, isStopped: stops.isStopped)
  }

  /// Takes new processes in. One that has ended meanwhile is known to its parent alone.
  private mutating func adopt(_ pids: [Int32]) {
    let known = Set(members.map(\.key.pid))
    for pid in pids where !known.contains(pid) && pid != getpid() && pid != adopter {
      do {
        let member = try TreeMember(pid: pid, isRoot: false, root: root)
        members.append(member)
        records[member.key] = ProcessRecord(member)
        allHaveStorage = allHaveStorage && member.mayReadStorage
      } catch {
        if !error.meansGone { unreadable.insert(pid) }
      }
    }
  }

  /// CPU time so far by the control group: what lives between two samples alone is in it at once, and
  /// not only when its parent waits for it.
  private mutating func groupCPU(_ used: TreeCounters) -> Int64? {
    guard let now = cpuGroup?.nanoseconds else { return nil }
    let base = cpuBase ?? now - used.cpu
    cpuBase = base
    return now - base
  }

  private var roots: [TreeMember] { members.filter(\.isRoot) }

  /// For how long those at the top were stopped, ns.
  var stoppedTime: Int64 { stops.total }

  /// What has been used until now, also once all have ended.
  var used: TreeCounters { ledger.total }

  /// The processes that are there, ended ones that were not waited for among them.
  var pids: [Int32] { members.map(\.key.pid) }

  /// Those that were seen and are not forgotten, in the order of their starts.
  var processes: [ProcessRecord] { records.all }

  var following: TreeFollowing {
    TreeFollowing(
      source: finder.means, distance: finder.meanDistance, processes: records.count,
      forgotten: records.forgotten,
      unreadable: unreadable.count, hasStorage: allHaveStorage,
      hidesOthers: hidesOthers)
  }
}

extension ProcessMemory {
  fileprivate static let none = ProcessMemory(resident: 0, shared: 0)
}

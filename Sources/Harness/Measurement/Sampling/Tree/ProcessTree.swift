import DriverProtocol
import Glibc
import Recording
import SystemPackage

/// The processes of a tree and what is known of them; used by one thread at a time.
struct ProcessTree {
  private var machine: MachineReader
  private let root: ProcRoot
  private let epoch: Int64
  private let end: TreeReader.End
  private let isDetailed: Bool
  /// Nil if not asked for.
  private var proportional: ProportionalMemory?
  private let memoryGroup: MemoryGroup?
  private let cpuGroup: CPUGroup?
  /// The group's CPU time when the tree had not used any.
  private var cpuBase: Int64?
  /// A Boolean value indicating whether there may have been a second process.
  private var hasGrown = false
  /// Its children belong to the tree, it does not.
  private let adopter: Int32?
  private var members: [TreeMember]
  private var finder: MemberFinder
  private var ledger = TreeLedger()
  private var scanInterval = ScanInterval()
  private var records: RecordBook
  private var unreadable: Set<Int32> = []
  private var allHaveStorage: Bool
  private var hasReaped = false
  /// The peaks since they were last reset.
  var peaks = TreePeaks()
  private var stopped = StoppedTime()
  private let hidesOthers: Bool
  private let hasHugePages: Bool
  /// The most at one reading.
  private var hugePages = Bytes.zero

  init(
    pids: [Int32], epoch: Int64, group: ControlGroup?, adopter: Int32?, end: TreeReader.End,
    isDetailed: Bool, readsProportional: Bool, recordLimit: Int, root: ProcRoot
  ) throws(SamplingError) {
    var members: [TreeMember] = []
    for pid in pids { members.append(try TreeMember(pid: pid, isRoot: true, root: root)) }
    machine = try MachineReader(root: root)
    self.members = members
    self.epoch = epoch
    self.end = end
    self.isDetailed = isDetailed
    proportional = readsProportional ? ProportionalMemory() : nil
    self.root = root
    self.adopter = adopter
    memoryGroup = group?.memory
    cpuGroup = group?.cpu
    hidesOthers = root.hidesOthers
    hasHugePages = root.hasHugePages
    finder = MemberFinder(group: group, root: root)
    records = RecordBook(limit: recordLimit)
    for member in members { records[member.key] = ProcessRecord(member) }
    allHaveStorage = members.allSatisfy(\.mayReadStorage)
  }

  /// Reads all processes. Time and CPU time are read together, because their quotient is reported.
  /// If `mayHaveOldMachine`, a recent reading of the machine may be reused.
  mutating func read(
    inDetail: Bool, mayHaveOldMachine: Bool = false
  ) throws(SamplingError) -> TreeReading? {
    let machine = try machine.read(mayBeOld: mayHaveOldMachine, at: MonotonicClock.now - epoch)
    return try reading(isBoundary: inDetail, machine)
  }

  private mutating func reading(
    isBoundary: Bool, _ machine: MachineCounters
  ) throws(SamplingError) -> TreeReading? {
    let mayHaveMore = try finder.mayHaveMore()
    if mayHaveMore {
      let known = members.map(\.key.pid) + [adopter].compactMap(\.self)
      adopt(finder.search(from: known, isUrgent: isBoundary))
    }
    var gone: [ProcessKey] = []
    // The usage of a process that has gone is credited to its parent until that is read again, so
    // these may wait in large trees. For a single process they are read along with the machine.
    let mayBeTree = mayHaveMore || members.count > 1
    let refreshes = isBoundary || (mayBeTree || isDetailed && machine.isNew) && scanInterval.isDue
    if refreshes {
      let start = OwnClock.now
      for member in members where !(try member.readStat()) { gone.append(member.key) }
      scanInterval.spent(since: start)
    }
    let time = MonotonicClock.now
    var sum = ProcessMemory.none
    var huge = Bytes.zero
    var living: [TreeMember] = []
    var rootsLive = false
    let keys = keysByPID
    for member in members where !gone.contains(member.key) {
      guard let memory = try member.readUse() else {
        gone.append(member.key)
        continue
      }
      ledger.note(
        member.key, parent: keys[member.stat.parent], used: member.used,
        absorbing: member.absorbing)
      hasReaped = hasReaped || member.hasReaped
      // A process that has ended but was not waited for has no memory, and reads as zeros.
      guard memory.resident > 0 else { continue }
      records[member.key]?.note(memory, of: member)
      living.append(member)
      rootsLive = rootsLive || member.isRoot
      sum.resident &+= memory.resident
      sum.shared &+= memory.shared
      if hasHugePages { huge = huge + member.hugePages }
    }
    ledger.close(gone: gone)
    if !gone.isEmpty {
      members.removeAll { gone.contains($0.key) }
      records.forgetLeast(but: members.map(\.key))
    }
    guard end == .ofRoots ? rootsLive : !living.isEmpty else { return nil }
    let resident = sum.resident &* KernelUnits.pageSize
    peaks.resident = max(peaks.resident, Bytes(resident))
    hugePages = max(hugePages, huge)
    peaks.processes = max(peaks.processes, living.count)
    var aside: Int64 = 0
    if let proportional = proportional?.read(
      living, resident: resident, swapped: machine.swapped, known: peaks.proportional,
      spent: &aside)
    {
      peaks.proportional = max(peaks.proportional ?? .zero, proportional)
    }
    forgetPartialPeak()
    // The group's own peak is complete; its current memory is only needed for trees, and expensive.
    if refreshes, let cgroupMemory = memoryGroup?.cgroupMemory {
      peaks.cgroupMemory = max(peaks.cgroupMemory, cgroupMemory.held)
      peaks.filePages = max(peaks.filePages, cgroupMemory.filePages)
    }
    let used = ledger.total
    try stopped.note(roots, at: time, areFresh: refreshes)
    return TreeReading(
      sample: Sample(
        time: time - epoch, resident: resident,
        anonymous: (sum.resident &- sum.shared) &* KernelUnits.pageSize,
        cpu: groupCPU(used, mayHaveMore: mayHaveMore) ?? used.cpu, machineBusy: machine.busy,
        machineAvailable: machine.available),
      used: used, processes: living.count, isStopped: stopped.isStopped, machine: machine,
      aside: aside)
  }

  /// Reads the proportional memory of all processes at a step's end. It counts for the peak, too.
  /// - Returns: nil if it is not asked for, would take too long, or can't be read.
  mutating func proportionalAtEnd() -> Bytes? {
    defer { forgetPartialPeak() }
    guard let held = proportional?.readAtEnd(of: members) else { return nil }
    if peaks.processes > 1 { peaks.proportional = max(peaks.proportional ?? .zero, held) }
    return held
  }

  /// Earlier readings are no peak of all, once a process has come whose memory can't be read.
  private mutating func forgetPartialPeak() {
    if lacksProportional { peaks.proportional = nil }
  }

  private var lacksProportional: Bool { proportional?.isReadable == false }

  /// Adds new processes. If one has ended meanwhile, only its parent's counters know it.
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

  /// CPU time so far by the control group. It includes processes that live only between two samples
  /// at once, not only when their parent waits for them. Nil for a process that was always alone:
  /// its own clock gives the same more cheaply.
  private mutating func groupCPU(_ used: TreeCounters, mayHaveMore: Bool) -> Int64? {
    hasGrown = hasGrown || mayHaveMore || members.count > 1
    guard hasGrown || cpuBase == nil, let now = cpuGroup?.nanoseconds else { return nil }
    let base = cpuBase ?? now &- used.cpu
    cpuBase = base
    return now &- base
  }

  /// Empty for a single process, which has no parent here.
  private var keysByPID: [Int32: ProcessKey] {
    guard members.count > 1 else { return [:] }
    return Dictionary(members.map { ($0.key.pid, $0.key) }, uniquingKeysWith: { _, later in later })
  }

  mutating func readMachine() throws(SamplingError) -> MachineCounters {
    try machine.read(mayBeOld: false, at: MonotonicClock.now - epoch)
  }

  private var roots: [TreeMember] { members.filter(\.isRoot) }

  /// How long the root processes were stopped, ns.
  var stoppedTime: Int64 { stopped.total }

  /// The usage until now, even once all have ended.
  var used: TreeCounters { ledger.total }

  /// The existing processes, including zombies.
  var pids: [Int32] { members.map(\.key.pid) }

  /// The processes seen and not forgotten, in the order of their starts.
  var processes: [ProcessRecord] { records.all }

  var following: TreeFollowing {
    TreeFollowing(
      source: finder.means, countsCPUByGroup: cpuGroup != nil, distance: finder.meanDistance,
      processes: records.count,
      forgotten: records.forgotten,
      unreadable: unreadable.count, hasStorage: allHaveStorage,
      lacksProportional: lacksProportional,
      hidesOthers: hidesOthers, hugePages: hugePages, hasReaped: hasReaped)
  }
}

extension ProcessMemory {
  fileprivate static let none = ProcessMemory(resident: 0, shared: 0)
}

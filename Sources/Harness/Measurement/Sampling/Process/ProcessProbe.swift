import DriverProtocol
import Glibc
import Recording
import SystemPackage

/// Reads one process's own counters exactly, at the ends of steps, while it waits on its input.
struct ProcessProbe {
  private let status: ProcFile
  private let stat: ProcFile
  private let storage: ProcFile?
  private let schedule: ProcFile?
  private let peakReset: FileDescriptor?
  private let clock: ProcessClock
  private let pid: Int32
  private let root: ProcRoot

  /// Opens the files of a process.
  /// - Throws: ``SamplingError`` if the process does not exist. `io` and `clear_refs` may be
  ///   refused; the measurements then say so. `schedstat` may be missing (CONFIG_SCHED_INFO).
  init(pid: Int32, root: ProcRoot) throws(SamplingError) {
    clock = try ProcessClock(of: pid)
    self.pid = pid
    self.root = root
    status = try root.file("status", of: pid)
    stat = try root.file("stat", of: pid)
    storage = try? root.file("io", of: pid)
    schedule = try? root.file("schedstat", of: pid)
    peakReset = try? FileDescriptor.open(
      root.place(of: "clear_refs", in: pid), .writeOnly, options: .closeOnExec)
  }

  func close() {
    // Nothing was buffered, so nothing is lost if closing fails.
    try? peakReset?.close()
  }

  /// The counters' current values.
  struct Reading: Sendable {
    var cpu: Int64
    var stat: ProcessStat
    var storage: ProcessStorage?
    var firstThread: ThreadTime?
    var peakIsReset: Bool
    /// The peak resident set since the previous step, or since the start; nil if unknown.
    var earlierPeak: Bytes?
  }

  /// Begins a step: resets the peak to what is resident now, then reads the counters.
  func begin() throws(SamplingError) -> Reading {
    let earlierPeak = try? memory().peakResident
    let peakIsReset = resetPeak()
    var reading = try counters()
    // If the first thread has ended, the kernel accepts the reset but does nothing.
    reading.peakIsReset = reading.stat.firstThreadHasEnded ? resetPeakByLivingThread() : peakIsReset
    reading.earlierPeak = earlierPeak
    return reading
  }

  /// A cost, and what else was observed with it.
  struct Account: Sendable {
    let cost: Cost
    /// A Boolean value indicating whether the peak was reset at the start.
    let peakIsOfStep: Bool
    let peakAnonymous: AnonymousPeak?
    let hasWaited: Bool
    /// Resident pages of files at the end.
    let filePages: Bytes
    /// The time of the first thread; nil if the kernel does not count it.
    let firstThread: ThreadTime?
  }

  /// The cost since `start`. The step ends here, and a new peak begins.
  func cost(since start: Reading) throws(SamplingError) -> Account {
    let end = try counters()
    let peak = try memory()
    _ = end.stat.firstThreadHasEnded ? resetPeakByLivingThread() : resetPeak()
    func change(_ part: (ProcessStorage) -> Bytes) -> Bytes? {
      guard let before = start.storage, let after = end.storage else { return nil }
      return part(after) - part(before)
    }
    let firstThread: ThreadTime? =
      if let before = start.firstThread, let after = end.firstThread { after - before } else { nil }
    return Account(
      cost: Cost(
        cpu: .nanoseconds(end.cpu - start.cpu),
        minorFaults: end.stat.minorFaults &- start.stat.minorFaults,
        majorFaults: end.stat.majorFaults &- start.stat.majorFaults,
        storageRead: change(\.read), storageWritten: change(\.written),
        peakMemory: peak.peakResident),
      peakIsOfStep: start.peakIsReset,
      peakAnonymous: AnonymousPeak(
        peak, residentPages: end.stat.firstThreadHasEnded ? nil : end.stat.residentPages),
      // Every process starts with a page fault.
      hasWaited: end.stat.reapedMinorFaults > start.stat.reapedMinorFaults,
      filePages: peak.residentOfFiles, firstThread: firstThread)
  }

  /// A Boolean value indicating whether children end without being waited for, so that their
  /// parent's counters miss them. A parent may also request that without ignoring their signal
  /// (SA_NOCLDWAIT), which can't be seen.
  var ignoresChildren: Bool {
    let ignored = try? status.read(IgnoredSignals.init)
    return ignored?.contains(SIGCHLD) ?? false
  }

  /// A Boolean value indicating whether there are children that were not waited for, ended or not; false on kernels
  /// that do not list them.
  var hasUnawaitedChildren: Bool { (try? root.children(of: pid))?.isEmpty == false }

  /// The peak resident set since the last step; nil if unknown.
  var peak: Bytes? {
    _ = try? settled()
    return try? memory().peakResident
  }

  /// Returns whether the kernel accepted it: writing 5 resets VmHWM to the resident set (proc(5)).
  private func resetPeak() -> Bool {
    guard let peakReset else { return false }
    return (try? peakReset.writeAll("5".utf8)) == 1
  }

  private func resetPeakByLivingThread() -> Bool {
    guard let thread = root.livingThread(of: pid),
      let file = try? FileDescriptor.open(
        thread.appending("clear_refs"), .writeOnly, options: .closeOnExec)
    else { return false }
    return (try? file.closeAfter { try file.writeAll("5".utf8) }) == 1
  }

  /// The process's memory; if its first thread has ended, from another thread's files.
  private func memory() throws(SamplingError) -> ProcessStatus {
    do {
      return try status.read(ProcessStatus.init)
    } catch {
      guard case .withoutMemory = error, let thread = root.livingThread(of: pid)
      else { throw error }
      return try WholeFile.read(thread.appending("status"), ProcessStatus.init)
    }
  }

  private func counters() throws(SamplingError) -> Reading {
    let stat = try settled()
    let storage = try self.storage?.read(ProcessStorage.init)
    guard let cpu = clock.nanoseconds else {
      throw .unreadable(path: self.stat.path, errno: .noSuchProcess)
    }
    return Reading(
      cpu: cpu, stat: stat, storage: storage, firstThread: try? schedule?.read(ThreadTime.init),
      peakIsReset: false)
  }

  /// Waits until the main thread is off its CPU, then reads.
  ///
  /// A reply can arrive before its writer sleeps. The kernel books a running thread's CPU time for
  /// other processes to see only at its tick, 1 to 10 ms apart, or when it leaves the CPU. A
  /// process that keeps working between steps is read while it runs, after 2 ms.
  private func settled() throws(SamplingError) -> ProcessStat {
    let deadline = MonotonicClock.now + 2_000_000
    while true {
      let stat = try self.stat.read(ProcessStat.init)
      if !stat.isRunning || MonotonicClock.now > deadline { return stat }
      sched_yield()
    }
  }
}

extension AnonymousPeak {
  /// The peak from what the kernel shows at a step's end: the high-water mark minus what files and
  /// shared memory back.
  ///
  /// If the mark equals the current resident memory, that is `RssAnon`, to the page. If it is
  /// higher, the kernel recorded it from counters that each CPU adds up in batches, like the
  /// resident set of `stat` (nil if it has none). Their difference is what the process has freed
  /// since. It is independent of the file pages in the batches, which differ between copies of one
  /// program.
  fileprivate init?(_ status: ProcessStatus, residentPages: Int64?) {
    guard let anonymous = status.residentAnonymous else { return nil }
    let now = anonymous + status.residentOfFiles + status.residentShared
    let resident = residentPages.map { Bytes($0, of: KernelUnits.pageSize) } ?? now
    guard status.peakResident > max(now, resident) else {
      self.init(bytes: anonymous, isBatched: false)
      return
    }
    self.init(bytes: anonymous + status.peakResident - resident, isBatched: true)
  }
}

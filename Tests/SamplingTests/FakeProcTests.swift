import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

/// What is read where, by a /proc of the test's own. The CPU clock alone is the real one: the
/// kernel has no file for it.
@Suite struct FakeProcTests {
  private let folder: ScratchFolder
  private let page = Int64(sysconf(Int32(_SC_PAGESIZE)))

  init() throws {
    folder = try ScratchFolder()
    try folder.add("stat", "cpu  100 10 40 900 50 1 2 3 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    try folder.add(
      "meminfo", "MemTotal: 8000 kB\nMemFree: 100 kB\nMemAvailable:    5000 kB\n")
    try write("statm", "1000 500 200 1 0 300 0\n")
    try write("status", "Name:\tx\nVmHWM:\t    2048 kB\n")
    try write(
      "stat", "\(getpid()) (a ) S b) S 1 2 3 4 5 6 70 8 9 10 11 12 13 14 15 16 17 18 99 20\n")
  }

  private func write(_ name: String, _ text: String) throws {
    try folder.add("\(getpid())/\(name)", text)
  }

  @Test func `a tree that is swapped out holds what is swapped, and does not look smaller`() throws
  {
    let other = try Conversation([BuiltProducts.testDriver, "--converse"])
    let pids = [getpid(), other.pid]
    for name in ["statm", "stat"] {
      try folder.add("\(other.pid)/\(name)", try folder.text(of: "\(getpid())/\(name)"))
    }
    func hold(_ kilobytes: Int, swapped: Int) throws {
      for pid in pids {
        try folder.add(
          "\(pid)/smaps_rollup",
          """
          Rss: \(kilobytes) kB
          Pss: \(kilobytes) kB
          Private_Clean: 0 kB
          Private_Dirty: 0 kB
          SwapPss: \(swapped) kB

          """)
      }
    }
    try hold(1000, swapped: 300)
    let tree = try TreeReader(
      pids: pids, epoch: 0, readsProportional: true, root: ProcRoot(folder.path))
    _ = try tree.read()
    #expect(tree.peaks.proportional == Bytes(kilobytes: 2600))
    // Fewer pages are resident now than the greatest sum.
    try hold(40, swapped: 1500)
    for pid in pids { try replace("\(pid)/statm", "1000 10 5 1 0 300 0\n") }
    _ = try tree.read()
    #expect(tree.peaks.proportional == Bytes(kilobytes: 2600))
    try replace(
      "meminfo",
      "MemTotal: 8000 kB\nMemAvailable: 5000 kB\nSwapTotal: 9000 kB\nSwapFree: 4000 kB\n")
    // Readings are only so frequent.
    let end = MonotonicClock.now + 10_000_000_000
    while tree.peaks.proportional != Bytes(kilobytes: 3080), MonotonicClock.now < end {
      _ = try tree.read()
    }
    #expect(tree.peaks.proportional == Bytes(kilobytes: 3080))
    // Until here its CPU clock is read.
    withExtendedLifetime(other) {}
  }

  @Test func `once one process can't be read, what was read before is no peak of the tree`() throws
  {
    let other = try Conversation([BuiltProducts.testDriver, "--converse"])
    let pids = [getpid(), other.pid]
    for name in ["statm", "stat"] {
      try folder.add("\(other.pid)/\(name)", try folder.text(of: "\(getpid())/\(name)"))
    }
    for pid in pids {
      try folder.add(
        "\(pid)/smaps_rollup",
        "Rss: 1000 kB\nPss: 1000 kB\nPrivate_Clean: 0 kB\nPrivate_Dirty: 0 kB\nSwapPss: 300 kB\n")
    }
    let tree = try TreeReader(
      pids: pids, epoch: 0, readsProportional: true, root: ProcRoot(folder.path))
    _ = try tree.read()
    #expect(tree.peaks.proportional == Bytes(kilobytes: 2600))
    #expect(!tree.followed.lacksProportional)
    try replace("\(other.pid)/smaps_rollup", "Rss: 1 kB\n")
    for pid in pids { try replace("\(pid)/statm", "9000 9000 200 1 0 300 0\n") }
    // Readings are only so frequent.
    let end = MonotonicClock.now + 10_000_000_000
    while !tree.followed.lacksProportional, MonotonicClock.now < end { _ = try tree.read() }
    #expect(tree.followed.lacksProportional && tree.peaks.proportional == nil)
    tree.beginPeaks()
    _ = try tree.read()
    #expect(tree.peaks.proportional == nil)
    // Until here its CPU clock is read.
    withExtendedLifetime(other) {}
  }

  @Test func `huge pages of the kernel's pool are the most that a tree had at one time`() throws {
    let other = try Conversation([BuiltProducts.testDriver, "--converse"])
    let pids = [getpid(), other.pid]
    for name in ["statm", "stat", "status"] {
      try folder.add("\(other.pid)/\(name)", try folder.text(of: "\(getpid())/\(name)"))
    }
    func hold(_ kilobytes: Int) throws {
      for pid in pids {
        try replace("\(pid)/status", "Name:\tx\nHugetlbPages:\t   \(kilobytes) kB\n")
      }
    }
    func reader() throws -> TreeReader {
      try TreeReader(pids: pids, epoch: 0, root: ProcRoot(folder.path))
    }
    try hold(100_000)
    // Without a pool nothing is read for it.
    let none = try reader()
    _ = try none.read()
    #expect(none.followed.hugePages == Bytes.zero)
    try folder.add(
      "meminfo", "MemTotal: 8000 kB\nMemAvailable: 5000 kB\nHugePages_Total:     128\n")
    let tree = try reader()
    for kilobytes in [100_000, 150_000, 1000] {
      try hold(kilobytes)
      _ = try tree.read()
    }
    #expect(tree.followed.hugePages == Bytes(kilobytes: 300_000))
    // Until here its CPU clock is read.
    withExtendedLifetime(other) {}
  }

  @Test func `a child that was waited for is noticed even if it was never found`() throws {
    let tree = try TreeReader(pids: [getpid()], epoch: 0, root: ProcRoot(folder.path))
    _ = try tree.detailed()
    #expect(!tree.followed.hasReaped)
    try overwrite(
      "stat", "\(getpid()) (a ) S b) S 1 2 3 4 5 6 70 9 9 10 11 12 13 14 15 16 17 18 99 20\n")
    _ = try tree.detailed()
    #expect(tree.followed.hasReaped && tree.followed.processes == 1)
  }

  private func probe() throws -> TreeProbe {
    try TreeProbe(pid: getpid(), epoch: 0, root: ProcRoot(folder.path))
  }

  @Test func `a sample has bytes and nanoseconds, whatever unit the kernel uses`() throws {
    let sample = try #require(try probe().tree.read()).sample
    #expect(sample.resident == 500 * page)
    #expect(sample.anonymous == 300 * page)
    #expect(sample.machineAvailable == 5000 * 1024)
    // Not idle, not waiting for storage, not taken away by a hypervisor; in ticks.
    let ticks = Int64(sysconf(Int32(_SC_CLK_TCK)))
    #expect(sample.machineBusy == (100 + 10 + 40 + 1 + 2) * (1_000_000_000 / ticks))
  }

  @Test func `if the kernel allows no peak reset and no reading of traffic, the cost records that`()
    throws
  {
    let probe = try probe()
    let account = try probe.cost(since: probe.begin())
    let cost = account.cost
    #expect(!account.peakIsOfStep)
    #expect(cost.storageRead == nil && cost.storageWritten == nil)
    #expect(cost.peakMemory == Bytes(kilobytes: 2048))
  }

  @Test func `a step's faults and traffic are differences, but its peak is not`() throws {
    try write("io", "rchar: 9\nread_bytes: 1000\nwrite_bytes: 10\ncancelled_write_bytes: 0\n")
    try write("clear_refs", "")
    let probe = try probe()
    let start = try probe.begin()
    #expect(try folder.text(of: "\(getpid())/clear_refs") == "5")
    try overwrite("io", "rchar: 9\nread_bytes: 1512\nwrite_bytes: 30\ncancelled_write_bytes: 0\n")
    try overwrite(
      "stat", "\(getpid()) (a ) S b) S 1 2 3 4 5 6 75 8 19 10 11 12 13 14 15 16 17 18 99 20\n")
    let account = try probe.cost(since: start)
    let cost = account.cost
    #expect(account.tree == nil)
    #expect(account.peakIsOfStep)
    #expect(cost.minorFaults == 5 && cost.majorFaults == 10)
    #expect(cost.storageRead == 512 && cost.storageWritten == 20)
  }

  @Test func `the first thread's time is what schedstat counted in the step`() throws {
    let silent = try self.probe()
    #expect(try silent.cost(since: silent.begin()).firstThread == nil)
    try write("schedstat", "9000000 100 7\n")
    let probe = try self.probe()
    let start = try probe.begin()
    try overwrite("schedstat", "59000000 30000100 9\n")
    let seen = try probe.cost(since: start)
    #expect(seen.firstThread == ThreadTime(ran: 50_000_000, waited: 30_000_000))
    try overwrite("schedstat", "0 0 0\n")
    #expect(try probe.cost(since: start).firstThread == nil)
  }

  @Test func `memory held at the end of a step is its peak of anonymous memory, to the page`()
    throws
  {
    // The mark is what is resident now: 800 kB of files and 100 shared are not anonymous.
    #expect(
      try anonymous(mark: 2000, 1100, file: 800, shared: 100, pages: 400)
        == AnonymousPeak(bytes: Bytes(kilobytes: 1100), isBatched: false))
    // A mark that came of batches alone.
    #expect(
      try anonymous(mark: 2004, 1100, file: 800, shared: 100, pages: 501)
        == AnonymousPeak(bytes: Bytes(kilobytes: 1100), isBatched: false))
  }

  @Test func `memory given back within a step is in its peak, to the kernel's batches`() throws {
    // 500 pages as the batches have it: 3000 kB were given back.
    #expect(
      try anonymous(mark: 500 * page / 1024 + 3000, 1100, file: 900, shared: 100, pages: 500)
        == AnonymousPeak(bytes: Bytes(kilobytes: 4100), isBatched: true))
    // Where stat ends before, by what status shows.
    #expect(
      try anonymous(mark: 5100, 1100, file: 900, shared: 100, pages: nil)
        == AnonymousPeak(bytes: Bytes(kilobytes: 4100), isBatched: true))
  }

  @Test(arguments: [Int64.max, .min, -1, 0])
  func `impossible counters trap nothing`(_ strange: Int64) throws {
    _ = try anonymous(mark: strange, strange, file: strange, shared: strange, pages: strange)
    _ = try anonymous(mark: 5100, strange, file: 1, shared: strange, pages: 1)
  }

  @Test func `a kernel that does not count files separately gives no anonymous memory`() throws {
    let probe = try probe()
    #expect(try probe.cost(since: probe.begin()).peakAnonymous == nil)
  }

  private func anonymous(
    mark: Int64, _ anonymous: Int64, file: Int64, shared: Int64, pages: Int64?
  ) throws -> AnonymousPeak? {
    try write(
      "status",
      """
      Name:\tx
      VmHWM:\t\(mark) kB
      RssAnon:\t\(anonymous) kB
      RssFile:\t\(file) kB
      RssShmem:\t\(shared) kB

      """)
    let more = pages.map { " 20 \($0)" } ?? ""
    try write(
      "stat", "\(getpid()) (a) S 1 2 3 4 5 6 70 8 9 10 11 12 13 14 15 16 17 18 99\(more)\n")
    let probe = try probe()
    return try probe.cost(since: probe.begin()).peakAnonymous
  }

  @Test func `a file that lacks a field is named`() throws {
    try write("status", "Name:\tx\n")
    let probe = try probe()
    let start = try probe.begin()
    let error = #expect(throws: SamplingError.self) { try probe.cost(since: start) }
    #expect(error?.description == "\(folder.path)/\(getpid())/status has no field 'VmHWM:'.")
  }

  /// In place: the probe holds the file open.
  private func overwrite(_ name: String, _ text: String) throws {
    try replace("\(getpid())/\(name)", text)
  }

  private func replace(_ path: String, _ text: String) throws {
    let file = open(folder[path].string, O_WRONLY | O_TRUNC)
    defer { close(file) }
    #expect(text.withCString { Glibc.write(file, $0, strlen($0)) } == text.utf8.count)
  }
}

import DriverProtocol
import Sampling
import SystemPackage
import Testing

struct ProcessFileTests {
  private static let stat = """
    4711 (inventory-drive) S 4700 4711 4700 34816 4711 4194304 1523 12 7 3 25 9 1 2 20 0 3 0 86500 \
    214118400 4012 18446744073709551615 94187400 94312800 140724000 0 0 0 0 4096 0 0 0 0 17 1 0 0 \
    0 0 0 94350000 94360000 95000000 140724100 140724200 140724300 140725200 0

    """

  private func malformed(_ missing: String) -> SamplingError {
    .malformed(path: "/t", missing: missing)
  }

  @Test func `statm has resident and shared pages`() throws {
    let memory = try parsed("52275 4012 3105 31 0 8123 0\n", ProcessMemory.init)
    #expect(memory.resident == 4012)
    #expect(memory.shared == 3105)
  }

  @Test(arguments: ["", "\n", "52275 4012", "52275 4012 x", "a b c"])
  func `statm that ends early is refused`(_ text: String) {
    #expect(throws: malformed("shared")) { try parsed(text, ProcessMemory.init) }
  }

  @Test func `stat has the page faults, the parent and the start time of a process`() throws {
    let stat = try parsed(Self.stat, ProcessStat.init)
    #expect(!stat.isRunning)
    #expect(stat.minorFaults == 1523)
    #expect(stat.majorFaults == 7)
    #expect(stat.parent == 4700)
    #expect(stat.reapedMinorFaults == 12 && stat.reapedMajorFaults == 3)
    #expect(stat.reapedTicks == 1 + 2)
    #expect(stat.threads == 3)
    #expect(stat.startTicks == 86500)
    #expect(!stat.isKernelThread && !stat.isStopped && !stat.isZombie)
  }

  @Test func `a kernel thread is recognised by its flag`() throws {
    let text = Self.stat.replacing(" 4194304 ", with: " 2129984 ")
    #expect(try parsed(text, ProcessStat.init).isKernelThread)
  }

  @Test(arguments: [
    "a) S (b", ") R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22", "((((",
    "a\nb\n) Z 0",
    "", " ", "größe",
  ])
  func `stat is read whatever characters the name of the process has`(_ name: String) throws {
    let text = Self.stat.replacing("inventory-drive", with: name).replacing(
      ") S 4700", with: ") R 4700")
    let stat = try parsed(text, ProcessStat.init)
    #expect(stat.isRunning)
    #expect(stat.minorFaults == 1523)
    #expect(try parsed(text, ProcText.processName) == name)
  }

  @Test(arguments: [
    ("", "comm"), ("4711", "comm"), ("4711 (a", "comm"), ("4711 (a)", "starttime"),
    ("4711 (a) ", "starttime"), ("4711 (a) R", "starttime"),
    ("4711 (a) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18", "starttime"),
  ])
  func `stat that ends early is refused`(_ text: String, _ missing: String) {
    #expect(throws: malformed(missing)) { try parsed(text, ProcessStat.init) }
  }

  @Test func `a number of more than 63 bits does not trap`() throws {
    let huge = "9223372036854775808 -9223372036854775808 18446744073709551616"
    let memory = try parsed(huge, ProcessMemory.init)
    #expect(memory.resident == .min)
    #expect(memory.shared == 0)
  }

  @Test func `status has the peak and the parts of resident memory`() throws {
    let text = """
      Name:\tVmHWM: 1 kB
      State:\tS (sleeping)
      VmPeak:\t  209100 kB
      VmSize:\t  209100 kB
      VmHWM:\t   16300 kB
      VmRSS:\t   16048 kB
      RssAnon:\t    4000 kB
      RssFile:\t   12040 kB
      RssShmem:\t       8 kB

      """
    let status = try parsed(text, ProcessStatus.init)
    #expect(status.peakResident == Bytes(kilobytes: 16300))
    #expect(status.residentAnonymous == Bytes(kilobytes: 4000))
    #expect(status.residentOfFiles == Bytes(kilobytes: 12040))
    #expect(status.residentShared == Bytes(kilobytes: 8))
    // As before Linux 4.5.
    let old = try parsed("VmHWM:\t 9 kB\nVmRSS:\t 8 kB\n", ProcessStatus.init)
    #expect(old.residentAnonymous == nil && old.residentOfFiles == 0)
  }

  @Test(arguments: ["", "Name:\ta\nState:\tZ (zombie)\nThreads:\t1\n", "VmHWM:\t kB\n", "VmHWM:"])
  func `a status without a peak, such as a zombie's, is refused`(_ text: String) {
    #expect(throws: SamplingError.withoutMemory(path: "/t")) {
      try parsed(text, ProcessStatus.init)
    }
  }

  @Test func `status lists the ignored signals as bits, starting with the first signal`() throws {
    // As Python has it: SIGPIPE, 13, and SIGXFSZ, 25.
    let text = "SigBlk:\t0000000000000000\nSigIgn:\t0000000001001000\nSigCgt:\tffffffffffffffff\n"
    let ignored = try parsed(text, IgnoredSignals.init)
    #expect((1...64).filter { ignored.contains($0) } == [13, 25])
    for text in ["", "SigIgn:\t\n", "SigIgn:\txyz\n"] {
      #expect(throws: malformed("SigIgn:")) { try parsed(text, IgnoredSignals.init) }
    }
  }

  @Test func `io has the bytes read from storage and written to it`() throws {
    let text = """
      rchar: 323934931
      wchar: 323929600
      syscr: 632687
      syscw: 632675
      read_bytes: 4096
      write_bytes: 323932160
      cancelled_write_bytes: 7

      """
    let storage = try parsed(text, ProcessStorage.init)
    #expect(storage.read == 4096)
    #expect(storage.written == 323_932_160)
  }

  @Test func `children is a list of pids, which may be empty`() throws {
    #expect(try parsed("", ProcText.children) == [])
    #expect(try parsed("12 4194303 ", ProcText.children) == [12, 4_194_303])
    #expect(throws: malformed("pid")) { try parsed("12 x ", ProcText.children) }
  }

  @Test func `a thread's system call has a number and a first argument, or there is no call`()
    throws
  {
    let call = try parsed(
      "7 0x3 0x7ffd10 0x1000 0x0 0x0 0x0 0x7ffd00 0x7f11\n", ThreadSystemCall.init)
    #expect(call.number == 7 && call.first == "0x3" && call.readDescriptor == nil)
    for text in ["running\n", "-1 0x7ffd00 0x7f11\n"] {
      let none = try parsed(text, ThreadSystemCall.init)
      #expect(none.number == nil && none.first == nil && none.readDescriptor == nil)
    }
    #if arch(x86_64)
      let read = "0"
    #else
      let read = "63"
    #endif
    let descriptors: [(String, Int32?)] = [
      ("0x0", 0), ("0x1f", 31), ("0xffffffff", nil), ("x", nil),
    ]
    for (first, descriptor) in descriptors {
      let reading = try parsed("\(read) \(first) 0x7ffd10 0x1000\n", ThreadSystemCall.init)
      #expect(reading.readDescriptor == descriptor)
    }
    for text in ["", "x 0x0", "0"] {
      #expect(throws: malformed("number")) { try parsed(text, ThreadSystemCall.init) }
    }
  }

  @Test func `the last number of loadavg is the last pid`() throws {
    #expect(try parsed("0.20 0.18 0.12 1/80 11206\n", ProcText.lastPID) == 11206)
    #expect(throws: malformed("last pid")) { try parsed("0.20", ProcText.lastPID) }
  }

  @Test func `status has the context switches and the process of a thread`() throws {
    let text = "Tgid:\t77\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t5\n"
    #expect(try parsed(text, ProcText.threadGroup) == 77)
    let switches = try parsed(text, ThreadSwitches.init)
    #expect(switches.voluntary == 150 && switches.involuntary == 5)
    #expect(throws: malformed("Tgid:")) { try parsed("", ProcText.threadGroup) }
  }

  @Test func `schedstat has a thread's time on a CPU and of waiting for one`() throws {
    let time = try parsed("148099 3239010 2\n", ThreadTime.init)
    #expect(time == ThreadTime(ran: 148_099, waited: 3_239_010))
    // As of a kernel that does not count, or cut off.
    for text in ["", "0 0 0\n", "148099 3239010 0\n", "148099 3239010\n", "148099 x 2\n"] {
      #expect(throws: malformed("turns")) { try parsed(text, ThreadTime.init) }
    }
  }

  @Test func `io is refused if one of its lines is missing`() {
    #expect(throws: malformed("write_bytes:")) {
      try parsed("read_bytes: 1\ncancelled_write_bytes: 2\n", ProcessStorage.init)
    }
    #expect(throws: malformed("read_bytes:")) { try parsed("", ProcessStorage.init) }
  }
}

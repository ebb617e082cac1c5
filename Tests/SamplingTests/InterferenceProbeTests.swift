import Glibc
import Recording
import TestSupport
import Testing

@testable import Sampling

@Suite struct InterferenceProbeTests {
  private let folder: ScratchFolder
  private let tick = 1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))

  init() throws { folder = try ScratchFolder() }

  private func fill(
    stat: String, waited: (cpu: Int64, memory: Int64, storage: Int64), swapped: (Int, Int)
  ) throws {
    try write("stat", stat)
    for (name, time) in [("cpu", waited.cpu), ("memory", waited.memory), ("io", waited.storage)] {
      try write(
        "pressure/\(name)", "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(time)\nfull total=9\n")
    }
    try write("vmstat", "nr_free_pages 1\npswpin \(swapped.0)\npswpout \(swapped.1)\n")
  }

  /// In place where it is there: the probe holds the file open.
  private func write(_ name: String, _ text: String) throws {
    let file = open(folder.file(name), O_WRONLY | O_TRUNC)
    guard file >= 0 else {
      try folder.add(name, text)
      return
    }
    defer { close(file) }
    #expect(text.withCString { Glibc.write(file, $0, strlen($0)) } == text.utf8.count)
  }

  @Test func `interference is the difference of two readings, in nanoseconds and pages`() throws {
    try fill(stat: "cpu  100 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (1, 2))
    let probe = InterferenceProbe(root: ProcRoot(folder.path))
    let start = probe.read()
    try fill(stat: "cpu  130 1 2 99 99 3 4 7\n", waited: (110, 320, 530), swapped: (4, 6))
    let interference = probe.interference(from: start, to: probe.read(), run: tick)
    #expect(interference.busy == 40 * tick)
    #expect(interference.stolen == 2 * tick)
    #expect(interference.processorWaiting == 100_000)
    #expect(interference.memoryWaiting == 300_000)
    #expect(interference.storageWaiting == 500_000)
    #expect(interference.swappedPages == 7)
    #expect(interference.run == tick)
    #expect(interference.observed > 0 && interference.harness >= 0)
    #expect(interference.processors == Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  @Test func `counters that a kernel lacks are unknown`() throws {
    let probe = InterferenceProbe(root: ProcRoot(folder.path))
    let start = probe.read()
    let interference = probe.interference(from: start, to: probe.read(), run: nil)
    #expect(interference.busy == nil && interference.stolen == nil)
    #expect(interference.processorWaiting == nil && interference.memoryWaiting == nil)
    #expect(interference.storageWaiting == nil && interference.swappedPages == nil)
    #expect(interference.others == nil)
  }

  @Test func `without swap space no page counts as swapped`() throws {
    try fill(stat: "cpu  100 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (1, 2))
    try write("meminfo", "SwapTotal: 0 kB\nSwapFree: 0 kB\n")
    let probe = InterferenceProbe(root: ProcRoot(folder.path))
    let start = probe.read()
    try fill(stat: "cpu  100 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (4, 6))
    #expect(probe.interference(from: start, to: probe.read(), run: nil).swappedPages == 0)
  }

  @Test func `for a run shorter than a tick only the use of Rehearse itself is read`() throws {
    try fill(stat: "cpu  100 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (1, 2))
    let probe = InterferenceProbe(root: ProcRoot(folder.path))
    let start = probe.read()
    func interference(after length: Int64) -> Interference {
      let end = probe.end(of: start, now: start.time + length)
      return probe.interference(from: start, to: end, run: 7)
    }
    let short = interference(after: tick - 1)
    #expect(short.observed == tick - 1 && short.run == 7 && short.harness >= 0)
    #expect(short.busy == nil && short.stolen == nil && short.swappedPages == nil)
    #expect(short.processorWaiting == nil && short.memoryWaiting == nil)
    #expect(short.storageWaiting == nil)
    let long = interference(after: tick)
    #expect(long.busy == 0 && long.stolen == 0 && long.swappedPages == 0)
    #expect(long.processorWaiting == 0 && long.memoryWaiting == 0 && long.storageWaiting == 0)
  }

  @Test func `short consecutive runs share one reading of the machine`() throws {
    try fill(stat: "cpu  100 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (1, 2))
    let probe = InterferenceProbe(root: ProcRoot(folder.path))
    let first = probe.read()
    try fill(stat: "cpu  130 0 0 9 9 0 0 5\n", waited: (10, 20, 30), swapped: (1, 2))
    let second = probe.recent(now: first.time + tick / 2 - 1)
    #expect(second.machine == first.machine && second.time == first.time + tick / 2 - 1)
    let third = probe.recent(now: first.time + tick / 2)
    #expect(probe.interference(from: first, to: third, run: nil).busy == 30 * tick)
  }

  @Test func `the use of Rehearse between two runs belongs to neither run`() throws {
    let probe = InterferenceProbe()
    let end = probe.read()
    let until = clock() + CLOCKS_PER_SEC / 100
    while clock() < until {}
    // Other tests of this process may use much between two readings.
    let before = clock()
    let interference = probe.interference(from: probe.recent(), to: probe.read(), run: 0)
    let after = clock()
    // Both clocks count whole microseconds.
    #expect(interference.harness <= Int64(after - before + 2) * 1000)
    #expect(probe.interference(from: end, to: probe.recent(), run: 0).harness >= 10_000_000)
  }

  @Test
  func `the busy time of this machine can be read, and the use of this process is Rehearse's`() {
    let probe = InterferenceProbe()
    let start = probe.read()
    // Until the clock that is asked for says so, whatever the machine's speed.
    let until = clock() + CLOCKS_PER_SEC / 50
    while clock() < until {}
    let interference = probe.interference(from: start, to: probe.read(), run: 0)
    #expect(interference.harness >= 20_000_000)
    #expect(interference.busy != nil)
  }
}

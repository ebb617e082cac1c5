import Foundation
import Recording
import TestSupport
import Testing

@testable import Profiling

/// Where threads wait, and how long.
struct WaitingScriptTests {
  /// Of perf 6.1: a thread that sleeps for 30 µs; one that is preempted; one that waits for a lock for 35 µs; and one
  /// that got a CPU without having lost one before.
  private static let text = """
    7/7  100.000010000: 
    \tffffffff82266833 schedule ([kernel.kallsyms])
    \tffffffff8226d89e do_nanosleep ([kernel.kallsyms])
    \t            1267 main (/tmp/driver)

    7/7  100.000010000: PERF_RECORD_SWITCH OUT        
    7/9  100.000015000: PERF_RECORD_SWITCH IN         
    7/9  100.000016000: 
    \t            1300 spin (/tmp/driver)

    7/9  100.000016000: PERF_RECORD_SWITCH OUT preempt
    7/8  100.000020000: 
    \tffffffff8144ea56 futex_do_wait ([kernel.kallsyms])
    \t            1230 lock (/tmp/driver)

    7/8  100.000020000: PERF_RECORD_SWITCH OUT        
    7/7  100.000040000: PERF_RECORD_SWITCH IN         
    7/9  100.000050000: PERF_RECORD_SWITCH IN         
    7/8  100.000055000: PERF_RECORD_SWITCH IN         

    """

  private static func profile(
    _ windows: Range<Int64>..., leftOut: Int32? = nil, in text: String = text
  ) throws -> Profile {
    try PerfScript(
      text, of: .offCPUTime,
      windows: windows.map { 100_000_000_000 + $0.lowerBound..<100_000_000_000 + $0.upperBound },
      leftOut: leftOut
    ).profile(names: FunctionNames(programs: ["driver"]), samplePeriod: PerfScript.waitingTime)
  }

  private static func waits(_ profile: Profile) -> [String] {
    profile.nodes.indices.filter { profile.nodes[$0].samples > 0 }.map { place in
      "\(profile.nodes[place].waits)x, \(profile.nodes[place].samples) µs "
        + profile.path(to: place).map(\.name).joined(separator: " > ")
    }
  }

  @Test func `waits count, and what is preempted waits for a CPU`() throws {
    let profile = try Self.profile(5_000..<60_000)
    #expect(profile.unit == .offCPUTime && profile.samplePeriod == 1000)
    #expect(
      Self.waits(profile) == [
        "1x, 30 µs main > do_nanosleep > [waits for a timer]",
        "1x, 34 µs spin > [waits for a CPU (preempted)]",
        "1x, 35 µs lock > futex_do_wait > [waits for a lock or a thread]",
      ])
    #expect(profile.samplesInRunQueue == 34)
  }

  @Test(arguments: [
    // As perf prints them of Linux 4.19 and 6.1, with its plugin for the scheduler and without.
    ("driver:7 [120] success=1 CPU:001", "my driver:8 [120] CPU:000"),
    (
      "comm=driver pid=7 prio=120 target_cpu=001",
      "comm=pid=9 a:9 [1] pid=8 prio=120 success=1 target_cpu=000"
    ),
    ("[a]:9 [1]:7 [120] CPU:001", "pid=9:8 [-1] CPU:000"),
  ])
  func `from when it is woken until it has a CPU, a thread is in the run queue`(
    _ seven: String, _ eight: String
  ) throws {
    var text = Self.text
    for (thread, time, woken) in [("7/7", "40", seven), ("7/8", "55", eight)] {
      let line = "\(thread)  100.0000\(time)000: PERF_RECORD_SWITCH IN"
      // Who wakes it is recorded too, so the wake-up is printed twice; a wake-up of another thread between them.
      let up = "    0/0      100.0000\(time == "40" ? 32 : 51)000:    sched:sched_wakeup: "
      let new = "\(up)\(woken)\n\(up)sh:70 [120] CPU:000\n\(up)\(woken)\n\(line)"
      #expect(text.contains(line))
      text = text.replacing(line, with: new)
    }
    // Woken before it lost its CPU, which ends no wait.
    text = "7/9 100.000009000: sched:sched_wakeup: \(seven)\n\n" + text
    let profile = try Self.profile(5_000..<60_000, in: text)
    #expect(
      Self.waits(profile) == [
        "1x, 8 µs main > do_nanosleep > [waits for a CPU (run queue)]",
        "1x, 22 µs main > do_nanosleep > [waits for a timer]",
        "1x, 34 µs spin > [waits for a CPU (run queue)]",
        "1x, 4 µs lock > futex_do_wait > [waits for a CPU (run queue)]",
        "1x, 31 µs lock > futex_do_wait > [waits for a lock or a thread]",
      ])
    #expect(profile.samplesInRunQueue == 46)
  }

  @Test func `fields of wake-ups are asked for only if they were recorded, or perf refuses`() {
    #expect(
      PerfScript.options(for: .offCPUTime) == [
        "--no-inline", "--show-lost-events", "--ns", "-F", "pid,tid,time,ip,sym,dso",
        "--show-switch-events",
      ])
    #expect(
      PerfScript.options(for: .offCPUTime, withWakeUps: true) == [
        "--no-inline", "--show-lost-events", "--ns", "-F", "sw:pid,tid,time,ip,sym,dso",
        "-F", "trace:pid,tid,time,event,trace", "--show-switch-events",
      ])
  }

  @Test(arguments: [
    // As perf shows them on Linux 6.1 to 6.18, the innermost first.
    (["schedule", "futex_do_wait", "futex_wait", "do_futex"], "a lock or a thread"),
    (["schedule", "pipe_read", "vfs_read"], "a pipe"),
    (["schedule", "anon_pipe_read", "vfs_read"], "a pipe"),
    (["schedule_timeout", "unix_stream_data_wait", "sock_recvmsg"], "a socket"),
    (["schedule_timeout", "wait_woken", "sk_wait_data", "tcp_recvmsg_locked"], "a socket"),
    (["io_schedule", "folio_wait_bit_common", "filemap_read", "ext4_file_read_iter"], "a disk"),
    (["schedule_hrtimeout_range", "ep_poll", "do_epoll_wait"], "events"),
    (["schedule_hrtimeout_range", "do_poll.constprop.0", "do_sys_poll"], "events"),
    (["schedule", "do_wait", "kernel_wait4"], "a child process"),
    (["schedule", "do_wait_intr_irq", "eventfd_read"], "events"),
    (
      ["schedule", "rwsem_down_write_slowpath", "down_write", "vm_mmap_pgoff"],
      "a lock in the kernel"
    ),
    (["schedule", "something_new"], nil), ([], nil),
  ])
  func `the kernel's functions show what a thread waits for`(
    _ symbols: [String], _ expected: String?
  ) {
    #expect(WaitReason(kernelCalls: symbols.map { $0[...] })?.rawValue == expected)
  }

  @Test func `a wait counts only if it begins and ends within one step`() throws {
    // What waits before a step or after it waits for work.
    #expect(try Self.profile(15_000..<60_000).samples == 34 + 35)
    #expect(try Self.profile(5_000..<50_000).samples == 30 + 34)
    #expect(try Self.profile(5_000..<30_000, 31_000..<60_000).samples == 0)
  }

  @Test func `each wait is counted, also where another waited before`() throws {
    // The same thread sleeps again, for 5 µs.
    let again = """
      7/7  100.000050000: 
      \tffffffff82266833 schedule ([kernel.kallsyms])
      \tffffffff8226d89e do_nanosleep ([kernel.kallsyms])
      \t            1267 main (/tmp/driver)

      7/7  100.000050000: PERF_RECORD_SWITCH OUT        
      7/7  100.000055000: PERF_RECORD_SWITCH IN         

      """
    let profile = try Self.profile(5_000..<60_000, in: Self.text + again)
    let sleeping = try #require(profile.nodes.first { $0.samples == 35 && $0.waits == 2 })
    #expect(profile.functions[sleeping.function] == .waiting(for: .timer))
    #expect(profile.countsWaits && profile.nodes.map(\.waits).reduce(0, +) == 4)
  }

  @Test func `a process that is left out does not wait`() throws {
    let text = Self.text + Self.text.replacing("7/", with: "70/")
    func samples(leavingOut process: Int32?) throws -> Int {
      try Self.profile(5_000..<60_000, leftOut: process, in: text).samples
    }
    #expect(try samples(leavingOut: nil) == 198)
    #expect(try samples(leavingOut: 7) == 99 && samples(leavingOut: 70) == 99)
  }

  @Test func `after a loss nothing waits until the next switches`() throws {
    let lost = "7/8  100.000030000: PERF_RECORD_LOST id:1: lost:12\n\n"
    let end = "    7/7  100.000040000: PERF_RECORD_SWITCH IN"
    let text = Self.text.replacing(end.drop { $0 == " " }, with: lost + end.drop { $0 == " " })
    let profile = try Self.profile(5_000..<60_000, in: text)
    #expect(profile.samples == 0 && profile.lostSamples == 12)
  }

  @Test(arguments: [
    "7/7 soon: PERF_RECORD_SWITCH IN", "0/0 soon: sched:sched_wakeup: driver:7 [120] CPU:001",
    "0/0 100.000000001: sched:sched_wakeup: ", "0/0 100.000000001: sched:sched_wakeup: [1] CPU:0",
    "0/0 100.000000001: sched:sched_wakeup: comm=driver pid=x prio=120 target_cpu=001",
  ])
  func `a line that tells no moment or no thread is refused`(_ line: String) {
    #expect(throws: ProfilingError.unknownLine(line, of: .perf)) {
      try PerfScript(line, of: .offCPUTime, windows: [])
    }
  }
}

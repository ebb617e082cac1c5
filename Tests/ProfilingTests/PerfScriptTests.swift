import Foundation
import Recording
import TestSupport
import Testing

@testable import Profiling

struct PerfScriptTests {
  /// Of perf 6.1: two samples in a first step, one between steps, one in a second, one that was lost.
  private static let text = """
    29051/29051  100.000000100: 
    \t          2e95a1 swift_retain (/usr/lib/libswiftCore.so)
    \t           7e0e5 $s1M1fyyFyycfU_ (/tmp/driver)
    \t           7e0a0 $s1M1fyyF (/tmp/driver)
    \t           2724a main (/tmp/driver)
    \t               0 [unknown] ([unknown])

    29051/29051  100.000000150: 
    \t          2e95ff swift_retain (/usr/lib/libswiftCore.so)
    \t           7e0a4 $s1M1fyyF (/tmp/driver)
    \t           2724a main (/tmp/driver)

    29051/29051  100.000000300: 
    \t           2724a main (/tmp/driver)

    29051/29052  101.000000000: 
    \tffffffff81e0006a clear_page_erms ([kernel.kallsyms])
    \t           1e7b9 [unknown] (/usr/lib/libsodium.so.23.3.0)
    \t            1234 ns::f(int, char (*)(int)) (/usr/lib/libx.so.1)

    29051/29051  101.000000100: PERF_RECORD_LOST id:1: lost:12

    """

  private func profile(_ windows: [Range<Int64>]) throws -> Profile {
    try PerfScript(Self.text, windows: windows)
      .profile(names: FunctionNames(programs: ["driver"]), samplePeriod: 100_000)
  }

  @Test func `samples within the steps are counted by their call path`() throws {
    let profile = try profile([
      100_000_000_100..<100_000_000_200, 101_000_000_000..<101_000_000_001,
    ])
    let paths = profile.nodes.indices.filter { profile.nodes[$0].samples > 0 }.map { place in
      let words = profile.path(to: place).map { "\($0.module).\($0.name) \($0.kind)" }
      return "\(profile.nodes[place].samples)x " + words.joined(separator: " > ")
    }
    #expect(
      paths == [
        // A closure is its function's; what has no address is nobody's.
        "2x program.main app > M.f() app > libswiftCore.so.swift_retain runtime",
        "1x libx.so.ns::f library > libsodium.so.[libsodium.so] unknown"
          + " > kernel.clear_page_erms kernel",
      ])
    #expect(profile.samples == 3 && profile.lostSamples == 12)
  }

  @Test func `an inlined function is placed between its caller and its callee`() throws {
    // Where it was interrupted, and the bytes before those to which calls return.
    let script = try PerfScript(Self.text, windows: [100_000_000_100..<100_000_000_101])
    #expect(
      script.code == [
        "/usr/lib/libswiftCore.so": [0x2e95a1], "/tmp/driver": [0x7e0e4, 0x7e09f, 0x27249],
      ])
    let profile = try script.profile(
      names: FunctionNames(programs: ["driver"]),
      inlined: [
        "/tmp/driver": [
          // The innermost first: a loop's step is its function's, and a closure too.
          0x7e0e4: ["$ss16IndexingIteratorV4next7ElementQzSgyFSays5UInt8VG_Tg5", "$s1M1gyyF"],
          0x7e09f: ["$s1M1fyyFyycfU_"], 0x27249: ["std::vector<int>::size() const", "start"],
        ]
      ], inlining: .told, samplePeriod: 100_000)
    let place = try #require(profile.nodes.indices.last)
    #expect(
      profile.path(to: place).map(\.name) == ["main", "start", "f()", "g()", "swift_retain"])
    #expect(profile.nodes.map(\.isInlined) == [false, true, false, true, false])
    #expect(profile.inlining == .told && profile.samples == 1)
  }

  @Test func `a caller missing from the call chain is found by the call that led to it`() throws {
    let script = try PerfScript(
      """
      1/1  100.000000100:
      \tffffffff81e0006a clear_page_erms ([kernel.kallsyms])
      \t          2e95a1 memset (/usr/lib/libc.so.6)
      \t           2724a main (/tmp/driver)

      1/1  100.000000200:
      \t           31000 fill (/tmp/driver)
      \t           2724a main (/tmp/driver)

      1/1  100.000000300:
      \t           2724a main (/tmp/driver)

      1/1  100.000000400:
      \t            3e00 hypot (/usr/lib/libm.so.6)
      \t           29d90 __libc_start_call_main (/usr/lib/libc.so.6)

      """, windows: [0..<Int64.max])
    #expect(
      script.lastCalls == ["/tmp/driver": [0x27249], "/usr/lib/libc.so.6": [0x29d8f]])
    let profile = try script.profile(
      names: FunctionNames(programs: ["driver"]), called: ["/tmp/driver": [0x27249: "fill"]],
      samplePeriod: 1)
    let paths = profile.nodes.indices.filter { profile.nodes[$0].samples > 0 }
      .map { profile.path(to: $0).map(\.name) }
    #expect(
      Set(paths) == [
        ["main", "fill", "memset", "clear_page_erms"], ["main", "fill"], ["main"],
        ["__libc_start_call_main", "main", "hypot"],
      ])
  }

  @Test(arguments: [("dash", true), ("python3.12", false)])
  func `the function that called a library's is known if every program has the same`(
    _ other: String, _ isKnown: Bool
  ) throws {
    let script = try PerfScript(
      """
      1/1  100.000000100:
      \t            6a10 start (/usr/bin/\(other))

      2/2  100.000000200:
      \t            1180 count (/tmp/count)

      2/2  100.000000300:
      \t           9f2c0 read (/usr/lib/libc.so.6)
      \t           29d90 __libc_start_call_main (/usr/lib/libc.so.6)

      """, windows: [0..<Int64.max])
    let profile = try script.profile(
      names: FunctionNames(programs: [other, "count"]), samplePeriod: 1)
    let paths = profile.nodes.indices.map { profile.path(to: $0).map(\.name) }
    #expect(paths.contains(["__libc_start_call_main", "main", "read"]) == isKnown)
    #expect(paths.contains(["__libc_start_call_main", "read"]) != isKnown)
  }

  @Test func `without steps no sample is counted`() throws {
    let profile = try profile([])
    #expect(profile.samples == 0 && profile.nodes.isEmpty)
  }

  @Test(arguments: [
    "nonsense", "1/1 12.5: ", "1/1 99999999999999999999.000000001: ",
    "1/1 100.000000001: \n\tnothing", "1/1 100.000000001: \n\tffff main /tmp/driver",
  ])
  func `an unknown line is named`(_ text: String) {
    let line = text.split(separator: "\n").last.map(String.init) ?? ""
    #expect(throws: ProfilingError.unknownLine(line, of: .perf)) {
      try PerfScript(text, windows: [0..<Int64.max])
    }
  }

  @Test(arguments: [
    ("py::list_devices:/app/driver.py", "/tmp/perf-123.map", ModuleKind.app),
    ("_PyEval_EvalFrameDefault", "/usr/bin/python3.12", .runtime),
    ("malloc", "/usr/lib/x86_64-linux-gnu/libc.so.6", .runtime), ("main", "/tmp/driver", .app),
    ("swift_release", "/tmp/driver", .runtime), ("__swift_memcpy16_8", "/tmp/driver", .runtime),
    ("$sSa5countSivg", "/tmp/driver", .runtime),
    ("sqlite3_step", "/usr/lib/libsqlite3.so.0.8.6", .library),
    ("do_syscall_64", "[kernel.kallsyms]", .kernel), ("x", "[nf_tables]", .kernel),
    ("work.constprop.0", "/tmp/driver", .app), ("snprintf@plt", "/tmp/driver", .library),
    ("swift_retain@plt", "/tmp/driver", .runtime), ("$sSa5countSivg@plt", "/tmp/driver", .runtime),
  ])
  func `each function gets the kind of its owner`(
    _ symbol: String, _ image: String, _ kind: ModuleKind
  ) {
    var names = FunctionNames(programs: ["driver"])
    #expect(names.function(symbol: symbol[...], image: image[...]).kind == kind)
  }

  @Test(arguments: [
    ("python3", true), ("python3.12", true), ("python3.13t", true), ("python3.11-dbg", true),
    ("node", true), ("nodejs", true), ("ruby3.1", true), ("perl5.36.0", true), ("java", true),
    ("libpython3.11.so.1.0", true), ("libnode.so.108", true), ("libruby-3.1.so.3.1", true),
    ("php", true), ("php8.2", true), ("libphp8.2.so", true), ("phpunit", false),
    ("node_exporter", false), ("nodekit-driver", false), ("node2vec", false), ("ruby2d", false),
    ("perlin", false), ("python3-tool", false), ("javascript-driver", false),
  ])
  func `an interpreter is not the app, but a program whose name only begins like one is`(
    _ file: String, _ isInterpreter: Bool
  ) {
    var names = FunctionNames(programs: [file])
    let function = names.function(symbol: "f", image: "/b/\(file)"[...])
    #expect(function.kind == (isInterpreter ? .runtime : .app))
    if !isInterpreter { #expect(function.module == ProfiledFunction.program) }
  }

  @Test(arguments: [
    ("f", "f"), ("f.constprop.0", "f"), ("f.part.0.isra.0", "f"),
    ("ns::f(int) [clone .cold]", "ns::f"),
    (".cold", ".cold"), ("main.main", "main.main"), ("hypot@@GLIBC_2.35", "hypot"),
    ("cfree@GLIBC_2.2.5", "cfree"), ("snprintf@plt", "snprintf@plt"), ("@main", "@main"),
  ])
  func `a compiler's copy or version of a function has the name of that function`(
    _ symbol: String, _ name: String
  ) {
    var names = FunctionNames(programs: [])
    #expect(names.function(symbol: symbol[...], image: "/tmp/x").name == name)
  }

  @Test(arguments: [
    // As Python 3.12, Node 20 and Java 17 write them.
    ("py::list_devices:/app/driver.py", "list_devices", "driver.py", ModuleKind.app),
    ("py::Shop.find.<locals>.<lambda>:/b/shop.py", "Shop.find.<locals>.<lambda>", "shop.py", .app),
    ("py::isdir:<frozen genericpath>", "isdir", "<frozen genericpath>", .runtime),
    ("py::loads:/usr/lib/python3.12/json/__init__.py", "loads", "__init__.py", .runtime),
    ("py::get:/v/lib/python3.12/site-packages/httpx/a.py", "get", "a.py", .library),
    ("JS:*inner /app/a.js:1:15", "inner", "a.js", .app),
    ("JS:~inner /other/a.js:9:15", "inner", "a.js", .app),
    ("JS:~ file:///app/b.mjs:1:1", "(anonymous)", "b.mjs", .app),
    ("JS:*get size /my app/list.js:3:11", "get size", "list.js", .app),
    ("JS:~ /app/bin/www:1:1", "(anonymous)", "made at run time", .app),
    ("py::<module>:<string>", "<module>", "<string>", .app),
    ("JS:^get /app/node_modules/x/index.js:1:1", "get", "index.js", .library),
    (
      "JS:~Module._load node:internal/modules/cjs/loader:1003:24", "Module._load",
      "node:internal/modules/cjs/loader", .runtime
    ),
    ("BytecodeHandler:LdaZero", "BytecodeHandler:LdaZero", "node", .runtime),
    ("luaL_something", "luaL_something", "made at run time", .app),
  ])
  func `code made at run time has the name in the source, without folder, line and optimisation`(
    _ symbol: String, _ name: String, _ module: String, _ kind: ModuleKind
  ) {
    var names = FunctionNames(programs: ["python3.12"])
    #expect(
      names.function(symbol: symbol[...], image: "/tmp/perf-1.map")
        == ProfiledFunction(name: name, module: module, kind: kind))
  }

  @Test(arguments: [
    (
      "int shop.Shop.find(int, java.lang.String)", "shop.Shop.find(int, java.lang.String)",
      ModuleKind.app
    ),
    (
      "void shop.Shop$$Lambda$14/0x0000000840066840.run()", "shop.Shop$$Lambda.run()", .app
    ),
    (
      "byte[] java.util.Arrays.copyOf(byte[], int)", "java.util.Arrays.copyOf(byte[], int)",
      .runtime
    ),
    ("Interpreter", "Interpreter", .runtime), ("StubRoutines (1)", "StubRoutines (1)", .runtime),
    ("I2C/C2I adapters", "I2C/C2I adapters", .runtime),
  ])
  func `code that Java makes has the name of its method, and all else is Java's`(
    _ symbol: String, _ name: String, _ kind: ModuleKind
  ) {
    var names = FunctionNames(programs: ["java"])
    let function = names.function(symbol: symbol[...], image: "/tmp/perf-1.map")
    #expect(function.name == name && function.kind == kind)
  }

  @Test(arguments: ["sweep", nil])
  func `a function is the same in two builds with different file names`(_ symbol: String?) {
    var (old, new) = (FunctionNames(programs: ["old"]), FunctionNames(programs: ["new"]))
    let function = old.function(symbol: symbol?[...], image: "/tmp/old")
    #expect(function == new.function(symbol: symbol?[...], image: "/tmp/new"))
    #expect(function.module == "program" && function.name == symbol ?? "[program]")
  }
}

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

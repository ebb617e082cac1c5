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

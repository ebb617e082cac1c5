import Recording
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
    var script = PerfScript(windows: windows, names: FunctionNames(program: "driver"))
    return try script.profile(Self.text, samplePeriod: 100_000)
  }

  @Test func `samples of the steps count, each by its path`() throws {
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
        "1x libx.so.ns::f(int, char (*)(int)) library > libsodium.so.[libsodium.so] unknown"
          + " > kernel.clear_page_erms kernel",
      ])
    #expect(profile.samples == 3 && profile.lostSamples == 12)
  }

  @Test func `no sample is in no step`() throws {
    let profile = try profile([])
    #expect(profile.samples == 0 && profile.nodes.isEmpty)
  }

  @Test(arguments: [
    "nonsense", "1/1 12.5: ", "1/1 99999999999999999999.000000001: ",
    "1/1 100.000000001: \n\tnothing", "1/1 100.000000001: \n\tffff main /tmp/driver",
  ])
  func `a line that is not understood is named`(_ text: String) {
    var script = PerfScript(
      windows: [0..<Int64.max], names: FunctionNames(program: "driver"))
    #expect(throws: PerfScriptError(line: text.split(separator: "\n").last.map(String.init) ?? ""))
    {
      try script.profile(text, samplePeriod: 1)
    }
  }

  @Test(arguments: [
    ("py::list_devices:/app/driver.py", "/tmp/perf-123.map", ModuleKind.app),
    ("_PyEval_EvalFrameDefault", "/usr/bin/python3.12", .runtime),
    ("malloc", "/usr/lib/x86_64-linux-gnu/libc.so.6", .runtime), ("main", "/tmp/driver", .app),
    ("swift_release", "/tmp/driver", .runtime), ("$sSa5countSivg", "/tmp/driver", .runtime),
    ("sqlite3_step", "/usr/lib/libsqlite3.so.0.8.6", .library),
    ("do_syscall_64", "[kernel.kallsyms]", .kernel), ("x", "[nf_tables]", .kernel),
  ])
  func `functions are told apart by whose they are`(
    _ symbol: String, _ image: String, _ kind: ModuleKind
  ) {
    var names = FunctionNames(program: "driver")
    #expect(names.function(symbol: symbol[...], image: image[...]).kind == kind)
  }

  @Test(arguments: ["sweep", nil])
  func `a function is the same in two builds whose files have other names`(_ symbol: String?) {
    var (old, new) = (FunctionNames(program: "old"), FunctionNames(program: "new"))
    let function = old.function(symbol: symbol?[...], image: "/tmp/old")
    #expect(function == new.function(symbol: symbol?[...], image: "/tmp/new"))
    #expect(function.module == "program" && function.name == symbol ?? "[program]")
  }
}

import Foundation
import Profiling
import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

/// Real programs, compiled with debug information, and a real `llvm-symbolizer`.
@Suite struct InlinedCodeTests {
  private let folder: ScratchFolder
  private static let path = SearchPath.own

  init() throws { folder = try ScratchFolder() }

  /// Compiles a file into `program`.
  private func compile(_ name: String, _ text: String, by compiler: String...) throws -> String {
    try folder.add(name, text)
    let made = try Completion.of(compiler + ["-o", "program", name], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    return folder["program"].string
  }

  /// All places of a function's code in a file.
  private func places(of function: String, in path: String) throws -> Set<UInt64> {
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let symbols = try ElfSymbols(bytes)
    let places = (0..<UInt64(bytes.count)).filter { symbols.symbol(at: $0) == function[...] }
    try #require(!places.isEmpty, "\(function)")
    return Set(places)
  }

  private static let c = """
    static inline __attribute__((always_inline)) unsigned mix(unsigned x) {
      for (int i = 0; i < 50; i++) { x ^= x << 13; x ^= x >> 17; }
      return x;
    }
    static inline __attribute__((always_inline)) unsigned twice(unsigned x) { return mix(x) + mix(x + 1); }
    __attribute__((noinline)) unsigned work(unsigned n) {
      unsigned s = 0;
      for (unsigned i = 0; i < n; i++) s += twice(i);
      return s;
    }
    int main(int count, char **words) { return work(count) == 7; }
    """

  @Test func `in C, each address has the functions that were inlined there`() throws {
    let program = try compile("a.c", Self.c, by: "clang", "-O2", "-g")
    let places = try places(of: "work", in: program)
    let code = InlinedCode(searching: Self.path)
    let (found, inlining) = code.inlined(
      at: [program[...]: places], of: ["program"], asking: folder.path)
    #expect(inlining == .told)
    let chains = Set(try #require(found[program[...]]).values)
    #expect(
      chains.isSubset(of: [[], ["twice"], ["mix", "twice"]]) && chains.contains(["mix", "twice"]))
    // What is known is not asked again: there is nobody any more who could answer.
    try FileManager.default.removeItem(atPath: program)
    let again = code.inlined(at: [program[...]: places], of: ["program"], asking: folder.path)
    #expect(again.found == found && again.inlining == .told)
  }

  @Test func `in Swift, a profile shows an inlined function on its own`() throws {
    let program = try compile(
      "b.swift",
      """
      @inline(__always) func score(_ name: [UInt8]) -> Int {
        var sum = 0
        for byte in name { sum = sum &* 31 &+ Int(byte) }
        return sum
      }
      @inline(never) func ranked(_ names: [[UInt8]]) -> Int {
        var best = 0
        for name in names { best = max(best, score(name)) }
        return best
      }
      print(ranked(CommandLine.arguments.map { Array($0.utf8) }))
      """, by: "swiftc", "-O", "-g", "-module-name", "M")
    let symbol = "$s1M6rankedySiSaySays5UInt8VGGF"
    let places = try places(of: symbol, in: program)
    let text = places.map {
      "1/1 100.000000001:\n\t \(String($0, radix: 16)) \(symbol) (\(program))\n"
    }
    let script = try PerfScript(text.joined(separator: "\n"), windows: [0..<Int64.max])
    let code = InlinedCode(searching: Self.path)
      .inlined(at: script.code, of: ["program"], asking: folder.path)
    let profile = try script.profile(
      names: FunctionNames(programs: ["program"]), inlined: code.found, inlining: code.inlining,
      samplePeriod: 1)
    let function = { ProfiledFunction(name: $0, module: "M", kind: .app) }
    // What comes with the language, such as the step of a loop, is the function's own.
    #expect(profile.functions == [function("ranked(_:)"), function("score(_:)")])
    try #require(profile.nodes.count == 2)
    #expect(profile.nodes.map(\.isInlined) == [false, true] && profile.nodes[1].parent == 0)
    #expect(profile.samples == places.count && profile.nodes[1].samples > 0)
  }

  @Test func `without debug information no inlined functions are reported, with the reason`() throws
  {
    let program = try compile("a.c", Self.c, by: "clang", "-O2")
    let code = InlinedCode(searching: Self.path)
    #expect(
      code.inlined(at: [program[...]: [0]], of: ["program"], asking: folder.path).inlining
        == .noDebugInformation)
    // Of a library of others nobody asks.
    #expect(
      code.inlined(at: [program[...]: [0]], of: ["app"], asking: folder.path).inlining == nil)
    #expect(code.inlined(at: [:], of: ["app"], asking: folder.path).inlining == nil)
  }

  @Test(arguments: [
    (nil, Profile.Inlining.noTool), ("exit 1", .toolFailed), ("echo nonsense", .toolFailed),
  ])
  func `without a working symbolizer no inlined functions are reported, with the reason`(
    _ script: String?, _ inlining: Profile.Inlining
  ) throws {
    let program = try compile("a.c", Self.c, by: "clang", "-O2", "-g")
    try folder.add("tools/empty", "")
    if let script { try folder.addScript("tools/llvm-symbolizer", script) }
    let found = InlinedCode(searching: SearchPath(folder["tools"].string)).inlined(
      at: [program[...]: try places(of: "work", in: program)], of: ["program"], asking: folder.path)
    #expect(found.inlining == inlining && found.found.isEmpty)
  }

  @Test func `samples that the profiler missed count as lost`() throws {
    func profile(_ kind: ModuleKind, lost: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add([ProfiledFunction(name: "f", module: "m", kind: kind)], samples: 800)
      return try builder.profile(samplePeriod: 100_000, lostSamples: lost)
    }
    // 100 ms are 1,000 samples.
    #expect(try profile(.kernel, lost: 0).countingUnseen(of: 1e8).lostSamples == 200)
    #expect(try profile(.kernel, lost: 150).countingUnseen(of: 1e8).lostSamples == 150)
    #expect(try profile(.kernel, lost: 0).countingUnseen(of: 8.8e7).lostSamples == 0)
    // Where the kernel's part may not be seen.
    #expect(try profile(.app, lost: 0).countingUnseen(of: 1e8).lostSamples == 0)
  }
}

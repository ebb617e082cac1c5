import Foundation
import Recording
import Testing

@testable import Building

/// Disassemblies of one source file, whose checks can be counted by eye: see `Disassembly/README.md`.
struct CheckCounterTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Disassembly")

  private func modules(
    _ name: String, chunk: Int = 1 << 16, modules: Set<String>? = nil
  ) throws -> [ModuleChecks] {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).txt")))
    var counter = CheckCounter(modules: modules)
    var lines = LineSplitter()
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes { chunk in
        lines.split(chunk) { counter.read($0) }
      }
    }
    return counter.modules()
  }

  private func counted(_ lines: [String]) -> [ModuleChecks] {
    var counter = CheckCounter(modules: nil)
    for line in lines { Array(line.utf8).withUnsafeBytes { counter.read($0) } }
    return counter.modules()
  }

  private func sample(
    instructions: Int, overflow: Int, other: Int, traps: Int, failureCalls: Int, accesses: Int
  ) -> [ModuleChecks] {
    [
      ModuleChecks(
        name: "Sample", origin: .module, instructions: instructions, traps: traps,
        overflowChecks: overflow, otherChecks: other, failureCalls: failureCalls,
        accesses: accesses)
    ]
  }

  @Test(arguments: [("optimised", 117), ("optimised-llvm", 117), ("optimised-arm64", 103)])
  func `every check of optimised code is counted, with both tools and for both processors`(
    _ name: String, _ instructions: Int
  ) throws {
    #expect(
      try modules(name)
        == sample(
          instructions: instructions, overflow: 3, other: 8, traps: 11, failureCalls: 1,
          accesses: 1))
  }

  @Test func `in code without checks only the program's own fatal error is counted`() throws {
    #expect(
      try modules("unchecked")
        == sample(
          instructions: 72, overflow: 0, other: 0, traps: 0, failureCalls: 1, accesses: 0))
  }

  @Test func `unoptimised code traps only on overflow, and calls functions for the other checks`()
    throws
  {
    #expect(
      try modules("debug")
        == sample(
          instructions: 412, overflow: 3, other: 0, traps: 3, failureCalls: 5, accesses: 3))
  }

  @Test(arguments: [1, 7, 100])
  func `the counts do not depend on how the disassembly is split into chunks`(_ chunk: Int) throws {
    #expect(try modules("optimised", chunk: chunk) == modules("optimised"))
  }

  @Test func `code of a module that is not in the package counts as shared`() throws {
    let found = try modules("optimised", modules: ["App"])
    #expect(found.map(\.origin) == [.shared])
    #expect(found.map(\.traps) == [11])
  }

  @Test func `a program that contains swift_beginAccess contains the runtime`() {
    func holdsRuntime(_ symbol: String) -> Bool {
      var counter = CheckCounter(modules: nil)
      Array("0000000000001740 <\(symbol)>:".utf8).withUnsafeBytes { counter.read($0) }
      return counter.holdsRuntime
    }
    #expect(holdsRuntime("swift_beginAccess"))
    #expect(!holdsRuntime("swift_beginAccess@plt"))
  }

  @Test(arguments: [
    ("$s7Sorting8heapSortyySaySiGzF", ModuleChecks.Origin.module, "Sorting"),
    ("$s14sorting_driver13SortingDriverC", .module, "sorting_driver"),
    ("$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lF", .shared, ""),
    ("$ss22_ContiguousArrayBufferV", .shared, ""), ("$sypWOc", .shared, ""),
    ("$s99999999999999999999999x", .module, "x"), ("$s0", .shared, ""),
    ("main", .unnamed, ""), ("$s", .unnamed, ""), ("", .unnamed, ""),
  ])
  func `a mangled name identifies the module`(
    _ symbol: String, _ origin: ModuleChecks.Origin, _ module: String
  ) {
    let owner = Array(symbol.utf8).withUnsafeBytes { SymbolOwner(of: $0, modules: nil) }
    #expect(owner.origin == origin)
    #expect(owner.module == module)
  }

  @Test func `the linker's stub for swift_beginAccess does not count as an access`() {
    let found = counted([
      "0000000000001290 <swift_beginAccess@plt>:",
      "    1290:\tjmp    *0x2d92(%rip)        # 4028 <swift_beginAccess@Base>",
      "00000000000012c0 <$s6Sample3addyS2i_SitF>:",
      "    12c0:\tcall   1290 <swift_beginAccess@plt>",
    ])
    #expect(
      found
        == sample(
          instructions: 1, overflow: 0, other: 0, traps: 0, failureCalls: 0, accesses: 1))
  }

  @Test(arguments: [("push   %rbp", "mov    %rsp,%rbp", 0), ("test   %rdi,%rdi", "js     1299", 1)])
  func `a function that only traps checks nothing, as for a copy of what can't be copied`(
    _ first: String, _ second: String, _ traps: Int
  ) {
    let found = counted([
      "0000000000001290 <$s6Sample5MutexVMi>:", "    1290:\t\(first)", "    1291:\t\(second)",
      "    1294:\tud2",
    ])
    #expect(
      found
        == sample(
          instructions: 3, overflow: 0, other: 0, traps: traps, failureCalls: 0, accesses: 0))
  }

  @Test(arguments: [
    "", "app:     file format elf64-x86-64", "Disassembly of section .text:", "\t...",
  ])
  func `the counter ignores lines without code`(_ line: String) {
    #expect(counted([line]) == [])
  }
}

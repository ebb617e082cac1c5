import Foundation
import Testing

@testable import Running

struct CodeMadeAtRunTimeTests {
  @Test func `a program's own options stay, and other variables are replaced`() {
    let all = CodeMadeAtRunTime.adding(
      ["NODE_OPTIONS": "--perf-basic-prof", "PYTHONPERFSUPPORT": "1", "LD_PRELOAD": "new"],
      to: ["NODE_OPTIONS": "--max-old-space-size=64", "LD_PRELOAD": "old", "A": "b"])
    #expect(
      all == [
        "NODE_OPTIONS": "--max-old-space-size=64 --perf-basic-prof", "PYTHONPERFSUPPORT": "1",
        "LD_PRELOAD": "new", "A": "b",
      ])
  }

  @Test func `only Python's stack is unwound without frame pointers`() {
    #expect(CodeMadeAtRunTime.callGraph(of: ["python3.12"]) == "dwarf,4096")
    #expect(CodeMadeAtRunTime.callGraph(of: ["tool.py", "sh"]) == "dwarf,4096")
    #expect(CodeMadeAtRunTime.callGraph(of: ["node", "java", "driver"]) == "fp")
  }

  @Test func `the maps of processes are removed, and no others`() throws {
    // No process has such a number.
    let maps = ["99999991", "99999992"].map { "/tmp/perf-\($0).map" }
    for map in maps { #expect(FileManager.default.createFile(atPath: map, contents: nil)) }
    defer { try? FileManager.default.removeItem(atPath: maps[1]) }
    CodeMadeAtRunTime.removeMaps(of: ["99999991"])
    #expect(maps.map { FileManager.default.fileExists(atPath: $0) } == [false, true])
  }
}

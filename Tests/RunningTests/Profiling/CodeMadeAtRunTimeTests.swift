import Foundation
import Recording
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

  @Test(arguments: [
    (["python3.12"], "dwarf,4096", "dwarf,4096"), (["tool.py", "sh"], "dwarf,4096", "dwarf,4096"),
    (["node"], "fp", "fp"), (["java"], "fp", "fp"), (["driver"], "fp", "dwarf,16384"),
    // Programs whose names only begin like interpreters'.
    (["pythonic", "node_exporter", "javascript-driver"], "fp", "dwarf,16384"),
  ])
  func `stacks are unwound without frame pointers if the code has none`(
    _ programs: [String], _ computing: String, _ waiting: String
  ) {
    #expect(CodeMadeAtRunTime.callGraph(of: Set(programs), in: .cpuTime) == computing)
    #expect(CodeMadeAtRunTime.callGraph(of: Set(programs), in: .offCPUTime) == waiting)
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

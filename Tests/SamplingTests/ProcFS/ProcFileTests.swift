import Sampling
import SystemPackage
import Testing

struct ProcFileTests {
  @Test func `a file of a process is read from the folder of its pid`() throws {
    let root = try TemporaryRoot()
    try root.write("1 2 3\n", to: "42/statm")
    #expect(root.root.folder(of: 42) == root.root.path.appending("42"))
    #expect(try root.root.file("statm", of: 42).read(ProcessMemory.init).resident == 2)
  }

  @Test func `the root is /proc by default`() {
    #expect(ProcRoot().path == "/proc")
  }

  @Test func `an open file is read anew each time, from its start`() throws {
    let root = try TemporaryRoot()
    try root.write("1 2 3 4 5\n", to: "42/statm")
    let file = try root.root.file("statm", of: 42)
    #expect(try file.read(ProcessMemory.init).resident == 2)
    try root.write("1 7 3\n", to: "42/statm")
    #expect(try file.read(ProcessMemory.init).resident == 7)
    #expect(try file.read(ProcessMemory.init).resident == 7)
  }

  @Test func `content beyond the capacity is not read`() throws {
    let root = try TemporaryRoot()
    try root.write("MemTotal: 1 kB\nMemAvailable: 2 kB\n", to: "meminfo")
    #expect(try root.root.file("meminfo").read(SystemMemory.init).availableKilobytes == 2)
    #expect(throws: SamplingError.self) {
      try root.root.file("meminfo", capacity: 20).read(SystemMemory.init)
    }
  }

  @Test func `a missing file is reported with its path`() throws {
    let root = try TemporaryRoot()
    let path = root.root.path.appending("42").appending("statm")
    let error = try #require(throws: SamplingError.self) { try root.root.file("statm", of: 42) }
    #expect(error == .unreadable(path: path, errno: .noSuchFileOrDirectory))
    #expect(error.description == "\(path) can't be read: No such file or directory.")
  }

  @Test func `a folder can be opened, but not read`() throws {
    let root = try TemporaryRoot()
    try root.write("", to: "42/statm")
    let file = try root.root.file("42")
    let path = root.root.path.appending("42")
    #expect(throws: SamplingError.unreadable(path: path, errno: .isDirectory)) {
      try file.read(ProcessMemory.init)
    }
  }

  @Test func `an error names the file and the field`() {
    #expect(
      SamplingError.malformed(path: "/proc/42/status", missing: "VmHWM:").description
        == "/proc/42/status has no field 'VmHWM:'.")
  }

  @Test func `a page is a power of two in bytes, and a tick divides a second into whole parts`() {
    #expect(KernelUnits.pageSize >= 4096)
    #expect(KernelUnits.pageSize.nonzeroBitCount == 1)
    #expect(KernelUnits.tickNanoseconds > 0)
    #expect(1_000_000_000 % KernelUnits.tickNanoseconds == 0)
  }
}

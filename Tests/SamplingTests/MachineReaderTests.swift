import TestSupport
import Testing

@testable import Sampling

@Suite struct MachineReaderTests {
  @Test func `the machine is read again after 35 ms, or if the reading has to be new`() throws {
    let folder = try ScratchFolder()
    try folder.add("meminfo", "MemTotal: 8000 kB\nMemAvailable:    5000 kB\n")
    try folder.add("stat", "cpu  100 10 40 900 50 1 2 3 0 0\n")
    var reader = try MachineReader(root: ProcRoot(folder.path))
    let start: Int64 = 1_000_000_000
    func isNew(after time: Int64, mayBeOld: Bool = true) throws -> Bool {
      try reader.read(mayBeOld: mayBeOld, at: start + time).isNew
    }
    #expect(try isNew(after: 0))
    #expect(try !isNew(after: 34_999_999))
    #expect(try isNew(after: 35_000_000))
    #expect(try !isNew(after: 40_000_000))
    #expect(try isNew(after: 40_000_001, mayBeOld: false))
    #expect(try reader.read(mayBeOld: true, at: start + 40_000_002).time == start + 40_000_001)
  }

  @Test func `swap space in use is read, after as many lines as the kernel writes before`() throws {
    let folder = try ScratchFolder()
    try folder.add("stat", "cpu  100 10 40 900 50 1 2 3 0 0\n")
    func swapped(_ lines: String) throws -> Int64 {
      let earlier = [
        "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Active",
        "Inactive", "Active(anon)", "Inactive(anon)", "Active(file)", "Inactive(file)",
        "Unevictable", "Mlocked",
      ].map { "\($0):        8000000 kB\n" }
      try folder.add("meminfo", earlier.joined() + lines)
      var reader = try MachineReader(root: ProcRoot(folder.path))
      return try reader.read(mayBeOld: false, at: 0).swapped
    }
    #expect(try swapped("SwapTotal:        900 kB\nSwapFree:         200 kB\n") == 700 * 1024)
    #expect(try swapped("") == 0)
  }
}

import Foundation
import Sampling
import SystemPackage
import Testing

@Suite struct MappedFilesTests {
  @Test func `only mappings of files are read, with their addresses`() throws {
    let text = """
      55d0a000-55d0b000 r--p 00000000 fe:00 1234                       /usr/bin/an app
      55d0b000-55d0c000 --xp 00001000 fe:00 1234                       /usr/bin/an app
      55d0c000-55d2d000 rw-p 00000000 00:00 0                          [heap]
      7f00a000-7f00b000 rw-p 00000000 00:00 0
      7f00c000-7f00d000 r--p 00000000 fe:00 77                         /lib/libc.so.6
      7ffc1000-7ffc2000 r-xp 00000000 00:00 0                          [vdso]

      """
    let files = try parsed(text) { text in MappedFiles(text) }
    #expect(
      files.mappings.map(\.path) == ["/usr/bin/an app", "/usr/bin/an app", "/lib/libc.so.6"])
    #expect(files.mappings.map(\.start) == [0x55d0_a000, 0x55d0_b000, 0x7f00_c000])
    #expect(files.mappings.map(\.end) == [0x55d0_b000, 0x55d0_c000, 0x7f00_d000])
    #expect(files.mappings.map(\.isReadable) == [true, false, true])
  }

  @Test(arguments: [
    "", "/a", "1-2", "2-1 r--p 0 0 0 /a", "1 r--p 0 0 0 /a", "1-2-3 r--p 0 0 0 /a",
    "x-y r--p 0 0 0 /a", "1-99999999999999999999 r--p 0 0 0 /a",
  ])
  func `a malformed line gives no mapping`(_ line: String) throws {
    #expect(try parsed(line) { text in MappedFiles(text) }.mappings == [])
  }

  @Test func `the mappings of a process include its program and its libraries`() throws {
    let files = try WholeFile.read("/proc/self/maps") { text in MappedFiles(text) }
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(files.mappings.contains { $0.path == own && $0.isReadable })
    #expect(files.mappings.contains { $0.path.hasSuffix("/libc.so.6") })
  }
}

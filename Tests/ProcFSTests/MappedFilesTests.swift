import Foundation
import ProcFS
import SystemPackage
import Testing

@Suite struct MappedFilesTests {
  @Test func `what is mapped of files is told, each once, and nothing else`() throws {
    let text = """
      55d0a000-55d0b000 r--p 00000000 fe:00 1234                       /usr/bin/an app
      55d0b000-55d0c000 r-xp 00001000 fe:00 1234                       /usr/bin/an app
      55d0c000-55d2d000 rw-p 00000000 00:00 0                          [heap]
      7f00a000-7f00b000 rw-p 00000000 00:00 0
      7f00c000-7f00d000 r--p 00000000 fe:00 77                         /lib/libc.so.6
      7ffc1000-7ffc2000 r-xp 00000000 00:00 0                          [vdso]

      """
    let files = try parsed(text) { text in MappedFiles(text) }
    #expect(files.paths == ["/usr/bin/an app", "/lib/libc.so.6"])
  }

  @Test func `a program and its libraries are among what its process has mapped`() throws {
    let files = try WholeFile.read("/proc/self/maps") { text in MappedFiles(text) }
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(files.paths.contains(FilePath(own)))
    #expect(files.paths.contains { $0.lastComponent == "libc.so.6" })
  }
}

import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Limits below which Swift's libraries trap or wait for ever.
  @Suite struct NarrowLimitTests {
    @Test(arguments: [
      ("-n 16", "At most 16 open files are allowed here; Rehearse needs 64. 'ulimit -n 64'"),
      ("-v 450000", "At most 450000 KiB of memory are allowed here; Rehearse needs 524288."),
      ("-s 128", "At most 128 KiB of a thread's stack are allowed here; Rehearse needs 1024."),
    ])
    func `a limit that is too low is told before anything else`(_ limit: String, _ words: String)
      throws
    {
      for command in ["--version", "measure true"] {
        let done = try Completion.of([
          "/bin/bash", "-c", "ulimit -S \(limit) && exec \(BuiltProducts.rehearse) \(command)",
        ])
        #expect(done.status == 1 && done.output.isEmpty, "\(done)")
        #expect(done.errors.hasPrefix("Error: \(words)"), "\(done.errors)")
      }
    }

    @Test(.enabled(if: getuid() == 0))
    func `a machine without /dev/null is told of`() throws {
      let folder = try ScratchFolder()
      try folder.add("none", "")
      let done = try Completion.of([
        "unshare", "--mount", "/bin/sh", "-c",
        "mount --bind \(folder.file("none")) /dev/null && exec \(BuiltProducts.rehearse) measure true",
      ])
      #expect(done.status == 1, "\(done)")
      #expect(done.errors.hasPrefix("Error: There is no device /dev/null here"), "\(done.errors)")
    }
  }
}

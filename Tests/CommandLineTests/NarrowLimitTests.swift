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
    func `a limit that is too low is reported before anything else`(
      _ limit: String, _ words: String
    )
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

    /// The limit holds for others than root alone, and counts all that the user runs: so each call has a user
    /// of its own.
    private func limited(to count: Int, _ command: String) throws -> Completion {
      let user = 100_000 + 16 * getpid() + Int32(count)
      return try Completion.of(
        [
          "prlimit", "--nproc=\(count)", "setpriv", "--reuid=\(user)", "--regid=\(user)",
          "--clear-groups", BuiltProducts.rehearse,
        ] + command.split(separator: " ").map(String.init))
    }

    @Test(.enabled(if: getuid() == 0), arguments: [1, 2, 4, 6])
    func `a limit of too few processes is reported before anything else`(_ count: Int) throws {
      for command in ["--version", "measure true"] {
        let done = try limited(to: count, command)
        #expect(done.status == 1 && done.output.isEmpty, "\(done)")
        #expect(
          done.errors
            == "Error: The system refused 6 threads at once, which Rehearse needs: Resource temporarily "
            + "unavailable. 'ulimit -u' allows \(count) processes and threads of this user in all; a "
            + "control group's pids.max may allow fewer.\n")
      }
    }

    @Test(.enabled(if: getuid() == 0), arguments: 7...12)
    func `with few processes measure succeeds or names the limit`(
      _ count: Int
    ) throws {
      let folder = try ScratchFolder()
      chmod(folder.path.string, 0o777)
      let done = try limited(to: count, "measure --runs 3 --store \(folder.file("s.sqlite")) true")
      #expect(
        done.status == 0 || done.status == 1 && done.errors.contains("'ulimit -u'"), "\(done)")
    }

    @Test(.enabled(if: getuid() == 0))
    func `a machine without /dev/null is reported`() throws {
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

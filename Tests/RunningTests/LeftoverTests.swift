import Foundation
import Glibc
import Sampling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// What a killed process leaves is removed, and what a living one uses never is.
@Suite struct LeftoverTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `directories of runs are removed once nobody holds their lock`() throws {
    let names = ["rehearse-run-aB3xYz", "rehearse-count-07"]
    for name in names {
      try folder.add("\(name)/app/database", "")
      chmod(folder[name].string, TemporaryDirectory.mode)
    }
    let locks = names.map {
      DirectoryLock.take(folder[$0], mode: TemporaryDirectory.mode, waits: false)
    }
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(names.allSatisfy(isThere))
    for case .held(let lock) in locks { lock.release() }
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(!names.contains(where: isThere))
  }

  @Test func `directories with other names or permissions are never removed`() throws {
    let names = ["rehearse-run-", "rehearse-run-toolong", "rehearse-count-100", "rehearse-abcdef"]
    for name in names {
      try folder.add("\(name)/file", "")
      chmod(folder[name].string, TemporaryDirectory.mode)
    }
    // Runs' directories are their user's alone.
    try folder.add("rehearse-run-common/file", "")
    chmod(folder["rehearse-run-common"].string, 0o755)
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(names.allSatisfy(isThere))
    #expect(isThere("rehearse-run-common"))
  }

  @Test func `a user's folder with the name of a run's folder but without the mark stays`() throws {
    let names = ["rehearse-run-aB3xYz", "rehearse-count-01", "rehearse-strip-02"]
    for name in names {
      try folder.add("\(name)/file", "mine")
      chmod(folder[name].string, 0o700)
    }
    TemporaryDirectory.removeLeftovers(in: folder.path)
    let claimed = try ClaimedDirectory.claim(.counts, in: folder.path)
    #expect(claimed.path == folder["rehearse-count-02"])
    claimed.remove()
    for name in names { #expect(try folder.text(of: "\(name)/file") == "mine") }
  }

  @Test func `a run's own folder has the mark and is removed with the run`() throws {
    let run = try TemporaryDirectory()
    var facts = stat()
    #expect(
      lstat(run.path.string, &facts) == 0 && facts.st_mode & 0o7777 == TemporaryDirectory.mode)
    run.remove()
    #expect(access(run.path.string, F_OK) != 0)
  }

  private func isThere(_ name: String) -> Bool { access(folder[name].string, F_OK) == 0 }
}

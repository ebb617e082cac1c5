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

  @Test func `directories of runs go once nobody has locked them`() throws {
    let names = ["rehearse-run-aB3xYz", "rehearse-count-07"]
    for name in names {
      try folder.add("\(name)/app/database", "")
      chmod(folder[name].string, 0o700)
    }
    let locks = names.map { DirectoryLock.take(folder[$0], mode: 0o700, waits: false) }
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(names.allSatisfy(isThere))
    for case .held(let lock) in locks { lock.release() }
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(!names.contains(where: isThere))
  }

  @Test func `nothing goes that is another's, or is called otherwise`() throws {
    let names = ["rehearse-run-", "rehearse-run-toolong", "rehearse-count-100", "rehearse-abcdef"]
    for name in names {
      try folder.add("\(name)/file", "")
      chmod(folder[name].string, 0o700)
    }
    // Runs' directories are their user's alone.
    try folder.add("rehearse-run-common/file", "")
    chmod(folder["rehearse-run-common"].string, 0o755)
    TemporaryDirectory.removeLeftovers(in: folder.path)
    #expect(names.allSatisfy(isThere))
    #expect(isThere("rehearse-run-common"))
  }

  private func isThere(_ name: String) -> Bool { access(folder[name].string, F_OK) == 0 }
}

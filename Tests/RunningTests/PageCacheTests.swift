import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Only a file system on a disk can forget a file's pages.
@Suite(.enabled(if: PageCacheTests.isOnDisk, "temporary files are in memory alone (tmpfs)"))
struct PageCacheTests {
  private let folder: ScratchFolder
  private let file: FilePath
  private static let size = 3 << 20

  init() throws {
    folder = try ScratchFolder()
    file = folder.path.appending("program")
    try folder.add("program", String(repeating: "x", count: Self.size))
  }

  private static let isOnDisk: Bool = {
    var facts = statfs()
    guard let folder = try? ScratchFolder(), statfs(folder.path.string, &facts) == 0 else {
      return false
    }
    return facts.f_type != TMPFS_MAGIC
  }()
  private static let TMPFS_MAGIC = 0x0102_1994

  /// The bytes of the file that are in the cache, as `fincore` of util-linux counts them.
  private func cached() throws -> Int {
    let found = try Completion.of(["fincore", "--bytes", "--noheadings", "-o", "RES", file.string])
    return try #require(Int(found.output.filter(\.isNumber)), "\(found)")
  }

  @Test func `a file that was just written is forgotten`() throws {
    #expect(try cached() == Self.size)
    let descriptor = try FileDescriptor.open(file, .readOnly)
    try descriptor.closeAfter { PageCache.drop(descriptor) }
    #expect(try cached() == 0)
  }

  @Test func `a file is read anew to its end, and what can't be opened is left alone`() throws {
    let descriptor = try FileDescriptor.open(file, .readOnly)
    try descriptor.closeAfter { PageCache.drop(descriptor) }
    PageCache.renew([file, folder.path.appending("missing"), folder.path])
    #expect(try cached() == Self.size)
  }
}

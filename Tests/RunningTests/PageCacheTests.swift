import SystemPackage
import TestSupport
import Testing

@testable import Running

/// A Boolean value indicating whether temporary files are on a disk: in memory alone they can't be forgotten.
private let areOnDisk: Bool = {
  guard let folder = try? ScratchFolder(),
    let found = try? Completion.of(["stat", "-f", "-c", "%T", folder.path.string])
  else { return false }
  return found.status == 0 && found.output != "tmpfs\n"
}()

@Suite(.enabled(if: areOnDisk, "temporary files are in memory alone (tmpfs)"))
struct PageCacheTests {
  private let folder: ScratchFolder
  private let file: FilePath
  private static let size = 3 << 20

  init() throws {
    folder = try ScratchFolder()
    file = folder.path.appending("program")
    try folder.add("program", String(repeating: "x", count: Self.size))
  }

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

import SystemPackage
import TestSupport
import Testing

@testable import Sampling

/// When processes are searched for, by a /proc of the test's own.
@Suite struct MemberFinderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Says which pid the kernel assigned last. The file stays open while it is watched, so it must stay the same.
  private func note(lastPID: Int) throws {
    let file = try FileDescriptor.open(
      folder["loadavg"], .writeOnly, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    defer { try? file.close() }
    try file.writeAll("0.25 0.80 1.06 4/109 \(lastPID)\n".utf8)
  }

  @Test func `the distance of scans is that while processes are started, without pauses`() throws {
    try note(lastPID: 100)
    var finder = MemberFinder(group: nil, root: ProcRoot(folder.path))
    var searches: [Bool] = []
    var distances: [Int64?] = []
    for pid in [100, 100, 100, 101, 101, 101] {
      try note(lastPID: pid)
      searches.append(try finder.mayHaveMore())
      if searches.last == true { _ = finder.search(from: [], isUrgent: true) }
      distances.append(finder.meanDistance)
    }
    // A process gets its pid before it is visible.
    #expect(searches == [true, true, false, true, true, false])
    #expect(distances[0] == nil && distances[1] != nil)
    #expect(distances[3] == distances[1])
  }
}

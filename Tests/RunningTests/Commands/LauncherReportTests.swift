import SystemPackage
import Testing

@testable import Running

@Suite struct LauncherReportTests {
  private func report(_ line: String) -> LauncherReport { LauncherReport(Array(line.utf8)) }

  @Test func `an end comes with what was used`() throws {
    guard case .exited(3, let usage) = report("exited 3 1 2 3 4 5 6 7 8 9 10 11") else {
      Issue.record("not understood")
      return
    }
    #expect(usage.wall == 1 && usage.user == 2 && usage.system == 3)
    #expect(usage.peakKilobytes == 4)
    #expect(usage.minorFaults == 5 && usage.majorFaults == 6)
    #expect(usage.blocksRead == 7 && usage.blocksWritten == 8)
    #expect(usage.voluntarySwitches == 9 && usage.involuntarySwitches == 10)
    #expect(usage.outlived == 11)
    #expect(report("killed 9 1 2 3 4 5 6 7 8 9 10 11") == .killed(9, usage))
  }

  @Test func `a start, and why there was none`() {
    #expect(report("spawned 4711") == .spawned(4711))
    #expect(report("failed 2") == .failed(.noSuchFileOrDirectory))
  }

  @Test(arguments: [
    "", "exited", "exited 3", "exited 3 1 2 3", "exited 3 1 2 3 4 5 6 7 8 9 10 11 12 13",
    "exited 3 1 2 3 4 5 6 7 8 9 10 x", "spawned x", "spawned 1 2", "gone 1",
  ])
  func `a line that is not whole says nothing`(_ line: String) {
    #expect(report(line) == .lost)
  }
}

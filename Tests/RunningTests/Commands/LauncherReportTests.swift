import DriverProtocol
import SystemPackage
import Testing

@testable import Running

@Suite struct LauncherReportTests {
  private func report(_ line: String) -> LauncherReport { LauncherReport(Array(line.utf8)) }

  @Test func `the report of an end has the resources used`() throws {
    guard case .exited(3, let usage) = report("exited 3 1 2 3 4 5 6 7 8 9 10 11") else {
      Issue.record("not understood")
      return
    }
    #expect(
      usage.cost
        == Cost(
          wall: .nanoseconds(1), cpu: .microseconds(5), user: .microseconds(2),
          system: .microseconds(3), minorFaults: 5, majorFaults: 6, voluntarySwitches: 9,
          involuntarySwitches: 10, storageRead: 3584, storageWritten: 4096, peakMemory: 4096))
    #expect(usage.outlived == 11)
    #expect(report("killed 9 1 2 3 4 5 6 7 8 9 10 11") == .killed(9, usage))
  }

  @Test func `the report of a start has the time, and that of a failed start the reason`() {
    #expect(report("spawned 4711 123456789012") == .spawned(4711, at: 123_456_789_012))
    #expect(report("failed 2") == .failed(.noSuchFileOrDirectory))
    #expect(report("unforked 11") == .unforked(.resourceTemporarilyUnavailable))
  }

  @Test func `the memory report of a control group excludes file pages and what was there before`()
    throws
  {
    guard case .cgroupMemory(let cgroupMemory) = report("cgroup-memory 100 900 700 300") else {
      Issue.record("not understood")
      return
    }
    // Without 300 of pages of files the most was 600, of which 100 were there before.
    #expect(cgroupMemory.greatest(seen: nil) == 500)
    // What is left at the end is no less than what was there at most.
    #expect(RunCgroupMemory(["0", "500", "700", "300"])?.greatest(seen: nil) == 400)
    // The kernel frees late what it had for the run before.
    #expect(RunCgroupMemory(["800", "900", "700", "300"])?.greatest(seen: nil) == 0)
  }

  @Test func `the report 'done' is understood`() {
    #expect(report("done") == .done)
  }

  @Test(arguments: [
    "done 1", "cgroup-memory", "cgroup-memory 1 2 3", "cgroup-memory 1 2 3 x",
    "cgroup-memory 1 2 "
      + "3 4 5", "spawned 1",
    "", "exited", "exited 3", "exited 3 1 2 3", "exited 3 1 2 3 4 5 6 7 8 9 10 11 12 13",
    "exited 3 1 2 3 4 5 6 7 8 9 10 x", "spawned x 1", "spawned 1 2 3", "gone 1",
  ])
  func `an incomplete report counts as lost`(_ line: String) {
    #expect(report(line) == .lost)
  }
}

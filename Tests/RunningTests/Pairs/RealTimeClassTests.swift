import DriverProtocol
import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Pairs in the kernel's real-time class, with real processes.
///
/// Each test is a process of its own, because all of its threads enter the class, and would starve other tests.
@Suite(.enabled(if: RealTimeClass() != nil, "this process may not enter the real-time class"))
struct RealTimeClassTests {
  @Test func `drivers and services are in the class, and Rehearse leaves it after each run`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = folder["log"].string
      // Its own policy, and the launcher's priority.
      let script = """
        cut -d ' ' -f 41 /proc/self/stat >> \(log); cut -d ' ' -f 40 /proc/$PPID/stat >> \(log); \
        touch up; exec sleep 1000
        """
      let policy = sched_getscheduler(0)
      let pair = try ServiceScene(
        [.of("placement")], beside: [ServiceScene.script(script, readiness: .file("up"))]
      ).pair(in: try #require(RealTimeClass()))
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(run.arrangement == .backToBack(.oneCPU, in: .realTime))
        #expect(run.steps.first?.outcome["policy"] == .integer(Int(SCHED_RR)))
      }
      #expect(
        try String(contentsOfFile: log, encoding: .utf8)
          == String(repeating: "\(SCHED_RR)\n\(RealTimeClass.priorityOfRuns)\n", count: 2))
      #expect(try RealTimeClassTests.policies() == [policy])
    }
  }

  @Test func `runs that take all CPUs are ended at their time limit`() async {
    await #expect(processExitsWith: .success) {
      let spin = "for i in $(seq $(nproc)); do while :; do :; done & done; touch up; wait"
      var step = Step.of("hang")
      // Meanwhile nothing else of the machine gets a CPU.
      step.timeLimit = .milliseconds(200)
      let pair = try ServiceScene(
        [step], beside: [ServiceScene.script(spin, readiness: .file("up"))]
      ).pair(in: try #require(RealTimeClass()))
      #expect(pair.inOrder.map(\.failure?.reason) == [.timedOut, .timedOut])
    }
  }

  @Test func `new processes inherit the class only while a run is made`() async {
    await #expect(processExitsWith: .success) {
      let realTime = try #require(RealTimeClass())
      let inside = try realTime.above { Result { try RealTimeClassTests.childsPolicy() } }
      #expect(try inside.get() == "\(SCHED_RR)\n")
      #expect(try RealTimeClassTests.childsPolicy() == "\(sched_getscheduler(0))\n")
    }
  }

  @Test func `that others wait for a pair in the real-time class does not count`() async {
    await #expect(processExitsWith: .success) {
      let realTime = try #require(RealTimeClass())
      let scene = try DuetScene([.of("compute", ["rounds": .integer(2_000_000)])])
      let arranged = ArrangedExecutor(
        duets: .failure(.noDuet(.oneCPU)), solos: scene.solos,
        realTime: realTime)
      let pair = WatchedPairExecutor(arranged, on: []).execute(scene.planned())
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      let record = try #require(pair.baseline.interference)
      #expect(record.run != nil && record.processorWaiting == nil)
    }
  }

  /// The scheduling policy of a new process.
  private static func childsPolicy() throws -> String {
    let cut = Process()
    let output = Pipe()
    cut.executableURL = URL(filePath: "/usr/bin/cut")
    cut.arguments = ["-d", " ", "-f", "41", "/proc/self/stat"]
    cut.standardOutput = output
    try cut.run()
    cut.waitUntilExit()
    return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// The scheduling policies of all threads of this process, each once.
  private static func policies() throws -> Set<Int32> {
    var found: Set<Int32> = []
    try OwnThreads.each { thread throws(Errno) in
      let policy = sched_getscheduler(thread)
      // It may have ended since it was listed.
      guard policy >= 0 else { throw Errno(rawValue: errno) }
      found.insert(policy)
    }
    return found
  }
}

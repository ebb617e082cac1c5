import DriverProtocol
import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  /// Pairs in the kernel's real-time class, with real processes.
  @Suite(.enabled(if: RealTimeClass() != nil, "this process may not enter the real-time class"))
  struct RealTimeClassTests {
    private let realTime: RealTimeClass

    init() throws { realTime = try #require(RealTimeClass()) }

    @Test func `drivers and services are in the class, and Rehearse leaves it after each run`()
      throws
    {
      let folder = try ScratchFolder()
      let log = folder["log"].string
      let script = "cut -d ' ' -f 41 /proc/self/stat >> \(log); touch up; exec sleep 1000"
      let policy = sched_getscheduler(0)
      let pair = try ServiceScene(
        [.of("placement")], beside: [ServiceScene.script(script, readiness: .file("up"))]
      ).pair(in: realTime)
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(run.arrangement == .backToBack(.oneCPU, in: .realTime))
        #expect(run.steps.first?.outcome["policy"] == .integer(Int(SCHED_RR)))
      }
      #expect(
        try String(contentsOfFile: log, encoding: .utf8) == "\(SCHED_RR)\n\(SCHED_RR)\n")
      #expect(try policies() == [policy])
    }

    @Test func `runs that take all CPUs are ended at their time limit`() throws {
      let spin = "for i in $(seq $(nproc)); do while :; do :; done & done; touch up; wait"
      var step = Step.of("hang")
      step.timeLimit = .seconds(1)
      let pair = try ServiceScene(
        [step], beside: [ServiceScene.script(spin, readiness: .file("up"))]
      ).pair(in: realTime)
      #expect(pair.inOrder.map(\.failure?.reason) == [.timedOut, .timedOut])
    }

    @Test func `new processes inherit the class only while a run is made`() throws {
      func childsPolicy() throws -> String {
        let cut = Process()
        let output = Pipe()
        cut.executableURL = URL(filePath: "/usr/bin/cut")
        cut.arguments = ["-d", " ", "-f", "41", "/proc/self/stat"]
        cut.standardOutput = output
        try cut.run()
        cut.waitUntilExit()
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      }
      let inside = try realTime.above { Result { try childsPolicy() } }
      #expect(try inside.get() == "\(SCHED_RR)\n")
      #expect(try childsPolicy() == "\(sched_getscheduler(0))\n")
    }

    /// The scheduling policies of all threads of this process, each once.
    private func policies() throws -> Set<Int32> {
      var found: Set<Int32> = []
      try OwnThreads.each { found.insert(sched_getscheduler($0)) }
      return found
    }
  }
}

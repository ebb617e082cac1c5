import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Pairs that run in turns on all CPUs, with real processes.
///
/// Each test is a process of its own, because all of its threads enter the real-time class, and would starve
/// other tests.
@Suite(.enabled(if: RealTimeClass() != nil, "this process may not enter the real-time class"))
struct GangTests {
  @Test func `the wall time of each side is that of its own turns`() async {
    await #expect(processExitsWith: .success) {
      let scene = try DuetScene([
        .of("burn", ["milliseconds": .integer(60)]),
        .of(
          "family",
          [
            "count": .integer(2), "megabytes": .integer(0), "milliseconds": .integer(30),
            "stays": .text("yes"),
          ]), .of("part"),
      ])
      let start = MonotonicClock.now
      let pair = try scene.gang()
      let elapsed = Double(MonotonicClock.now - start)
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      let walls = pair.inOrder.compactMap { $0.measurements[.wallTime] }
      // By a clock that went on while they were held, each would have most of it. And they are never held
      // so long that they had less than their CPU time.
      #expect(walls.count == 2 && walls.reduce(0, +) <= elapsed)
      for (run, wall) in zip(pair.inOrder, walls) {
        #expect(run.kind == .solo && run.arrangement == .gang(turn: 5_000_000, in: .realTime))
        #expect(run.timeline == .empty && run.measurements[.peakCPU] == nil)
        #expect(run.measurements[.treeCPUTime] != nil && run.measurements[.treePeakMemory] == nil)
        #expect(try #require(run.measurements[.cpuTime]) >= 60e6 && wall >= 60e6)
        #expect(isGone(try #require(run.pid)))
      }
    }
  }

  @Test func `a story about as short as a turn has the wall time of its own turns, too`() async {
    await #expect(processExitsWith: .success) {
      let scene = try DuetScene([.of("burn", ["milliseconds": .integer(5)])])
      let start = MonotonicClock.now
      let pair = try scene.gang()
      let elapsed = Double(MonotonicClock.now - start)
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      let walls = pair.inOrder.compactMap { $0.measurements[.wallTime] }
      #expect(walls.count == 2 && walls.reduce(0, +) <= elapsed, "\(walls)")
      // A side runs on a little when its turn has ended.
      #expect(walls.allSatisfy { $0 >= 4e6 }, "\(walls)")
      #expect(
        pair.inOrder.allSatisfy { $0.arrangement == .gang(turn: 5_000_000, in: .realTime) })
    }
  }

  @Test func `sides take turns on a single CPU, too`() async {
    await #expect(processExitsWith: .success) {
      let last = try #require(try CPUAffinity().cpus.last)
      try CPUAffinity(cpus: [last]).setForThisProcess()
      let pair = try DuetScene([.of("burn", ["milliseconds": .integer(20)])]).gang()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(run.arrangement == .gang(turn: 5_000_000, in: .realTime))
        #expect(try #require(run.measurements[.wallTime]) >= 20e6)
      }
    }
  }

  @Test func `a side that hangs has three times the time limit, and nothing stays held`() async {
    await #expect(processExitsWith: .success) {
      let pair = try DuetScene(
        [.of("count", ["to": .integer(1)], limit: .milliseconds(500))],
        candidate: ["--misbehave", "deaf"]
      ).gang()
      #expect(
        pair.candidate.failure?.message
          == "No answer within 1.5 s. The driver has not read the request.")
      #expect(pair.baseline.failure?.reason == .twinFailed)
      for run in pair.inOrder { #expect(isGone(try #require(run.pid))) }
    }
  }

  @Test func `a side that crashes in its turn ends the other`() async {
    await #expect(processExitsWith: .success) {
      let pair = try DuetScene(
        [.of("count", ["to": .integer(1)]), .of("burn", ["milliseconds": .integer(20)])],
        candidate: ["--misbehave", "exits-after-the-answer"]
      ).gang()
      #expect(pair.candidate.failure?.reason == .exited)
      #expect(pair.baseline.failure?.reason == .twinFailed)
      for run in pair.inOrder { #expect(isGone(try #require(run.pid))) }
    }
  }

  @Test func `if Rehearse is killed, what it held is ended, too`() async throws {
    let file = Self.pids(of: getpid())
    defer { unlink(file) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let file = GangTests.pids(of: getppid())
      Thread {
        _ = comes { GangTests.read(file).count == 2 }
        kill(getpid(), SIGKILL)
      }.start()
      _ = try DuetScene([.of("hang", ["file": .text(file)])]).gang()
    }
    let pids = Self.read(file)
    #expect(pids.count == 2)
    for pid in pids { #expect(isGone(pid)) }
  }

  /// The file in which drivers note their pids, by the process that runs the test.
  private static func pids(of test: Int32) -> String {
    "\(FileManager.default.temporaryDirectory.path)/rehearse-gang-\(test)"
  }

  private static func read(_ file: String) -> [Int32] {
    ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
      .compactMap { Int32($0) }
  }

  @Test func `a side's service has its turns with the driver, and ends with it`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = folder["log"].string
      let service = Service(
        name: "server",
        command: [
          "sh", "-c", "echo $$ >> \(log); exec \"$0\" \"$@\"", BuiltProducts.testDriver, "--serve",
          "${port}",
        ])
      let pair = try ServiceScene([.ask("burn 30"), .ask("touch 16")], beside: [service])
        .gang(in: try #require(RealTimeClass()))
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(run.arrangement == .gang(turn: 5_000_000, in: .realTime))
        #expect(try #require(run.value("server.cpu-time")) >= 30e6)
        #expect(isGone(try #require(run.pid)))
      }
      let services = GangTests.read(log)
      #expect(services.count == 2)
      for pid in services { #expect(isGone(pid)) }
    }
  }

  @Test func `only stories that are named for it run in turns`() async {
    await #expect(processExitsWith: .success) {
      let scene = try DuetScene(
        [("a", nil), ("b", nil), ("c", .gang)].map {
          Story(name: $0, title: "", arrangement: $1, steps: [.of("count", ["to": .integer(1)])])
        })
      let realTime = try #require(RealTimeClass())
      let executor = ArrangedExecutor(
        duets: .failure(.noDuet(.oneCPU)), solos: scene.solos,
        gangs: scene.atOnce(on: .gang(realTime)), alone: ["a": .gate, "b": .gate],
        // It counts in the usual class alone.
        inTurns: ["b"], quota: 0.5, realTime: realTime)
      let expected: [(String, Arrangement)] = [
        ("a", .backToBack(.gate, in: .realTime)), ("b", .gang(turn: 5_000_000, in: .realTime)),
        // A gate is on what turns change.
        (
          "c",
          .backToBack(
            .refused(
              "the scenario says 'arrangement: gang', and a gate is on what turns would change"),
            in: .realTime)
        ),
      ]
      for (story, arrangement) in expected {
        let pair = executor.execute(scene.planned(story))
        #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
        #expect(pair.inOrder.map(\.arrangement) == [arrangement, arrangement])
      }
    }
  }
}

extension DuetScene {
  /// Makes one pair in turns.
  fileprivate func gang() throws -> Pair<Run> {
    let realTime: RealTimeClass = try #require(RealTimeClass())
    return atOnce(on: .gang(realTime)).execute(planned())
  }
}

import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  /// Pairs that are made at once, with real processes.
  @Suite(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
  struct DuetTests {
    @Test func `a passed pair has exact measurements, but no timeline and no elapsed time`()
      throws
    {
      let pair = try DuetScene([
        .of("touch", ["megabytes": .integer(64)]), .of("burn", ["milliseconds": .integer(20)]),
      ]).pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      #expect(pair.baseline.build == "a" && pair.candidate.build == "b")
      #expect(pair.inOrder.map(\.position) == [1, 2])
      for run in pair.inOrder {
        #expect(run.kind == .duet && run.timeline == .empty && run.peaksAreOfSteps)
        #expect(run.steps.map(\.label) == ["touch megabytes=64", "burn milliseconds=20"])
        #expect(try #require(run.measurements[.cpuTime]) >= 20e6)
        #expect(try #require(run.measurements[.peakMemory]) > 64e6)
        #expect(run.measurements[.minorFaults] != nil && run.measurements[.userTime] != nil)
        #expect(run.measurements[.wallTime] == nil && run.measurements[.peakCPU] == nil)
        #expect(isGone(try #require(run.pid)))
        // They are followed too, though in no group.
        let source = try #require(run.circumstances.treeSource)
        #expect(source != .controlGroup && run.circumstances.countsCPUByGroup == false)
        #expect(run.circumstances.groupRefusals == [])
      }
    }

    @Test
    func `a pair has the CPU time of what a step starts, but no memory, which is not sampled`()
      throws
    {
      let pair = try DuetScene([
        .of(
          "family",
          ["count": .integer(2), "megabytes": .integer(30), "milliseconds": .integer(5)])
      ]).pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      for run in pair.inOrder {
        #expect(try #require(run.steps.first?.tree).processes == 2)
        #expect(run.measurements[.treeCPUTime] != nil)
        for metric in [Metric.treePeakMemory, .treePeakCgroupMemory, .treeProcesses] {
          #expect(run.measurements[metric] == nil, "\(metric.id)")
        }
      }
    }

    @Test func `both sides share one CPU, in the slices that the run reports`() throws {
      let pair = try DuetScene([.of("placement")]).pair()
      for run in pair.inOrder {
        guard case .duet(let shared)? = run.arrangement else {
          Issue.record("\(String(describing: run.arrangement)), \(run.ending)")
          continue
        }
        #expect(run.steps.first?.outcome["cpus"] == .text("\(shared.cpu)"))
        if case .text(let slice)? = run.steps.first?.outcome["slice"], let told = shared.slice {
          #expect(slice == "" || slice == "\(told)")
        }
      }
    }

    @Test
    func
      `the sides work at the same time, and the ticker keeps the remaining side from being alone`()
      throws
    {
      // Both burn 60 ms of one CPU, and the ticker burns beside the one that is left: neither can be
      // through in much less than 120 ms.
      let pair = try DuetScene([.of("burn", ["milliseconds": .integer(60)])]).pair()
      for run in pair.inOrder {
        let inside = try #require(run.steps.first?.inside)
        let wall = try #require(inside.wall)
        #expect(wall > inside.cpu * 1.5)
      }
    }

    @Test func `the harness leaves the CPU of a duet, but only while a duet runs`() throws {
      let before = try CPUAffinity()
      let stage = try DuetScene([]).stage()
      #expect(try CPUAffinity() == before)
      let others = before.cpus.filter { $0 != stage.shared.cpu }
      #expect(others.count == before.cpus.count - 1)
      let (own, other) = try stage.leavingCPU {
        (try? CPUAffinity().cpus, try? ResultOfThread { try CPUAffinity().cpus }.get())
      }
      // Away from those of other Rehearses, too, which may measure meanwhile.
      let kept = try #require(own)
      #expect(!kept.isEmpty && Set(kept).isSubset(of: others) && other == own)
      #expect(try CPUAffinity() == before)
      stage.close()
      stage.close()
    }

    @Test func `what another test starts while a duet runs may use all CPUs`() throws {
      let before = try CPUAffinity()
      let stage = try DuetScene([]).stage()
      defer { stage.close() }
      let counted = try stage.leavingCPU {
        Result { try Completion.of(["nproc"], environment: ["OMP_NUM_THREADS": .none]).output }
      }
      #expect(try counted.get() == "\(before.cpus.count)\n")
      #expect(try CPUAffinity() == before)
    }

    @Test func `a run between duets has all CPUs`() throws {
      let stories = [Scenario.Arrangement.duet, .backToBack].map {
        Story(name: $0.rawValue, title: "", arrangement: $0, steps: [.of("placement")])
      }
      let scene = try DuetScene(stories)
      func cpus(_ run: Run) -> Scalar? { run.steps.first?.outcome["cpus"] }
      let alone = scene.solos.execute(scene.planned("back-to-back").run(of: .baseline, kind: .solo))
      let stage = try scene.stage()
      defer { stage.close() }
      let executor = ArrangedExecutor(
        duets: .success(scene.duets(on: stage)), solos: scene.solos)
      for story in ["duet", "back-to-back", "duet", "back-to-back"] {
        let pair = executor.execute(scene.planned(story))
        #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
        let expected = story == "duet" ? .text("\(stage.shared.cpu)") : try #require(cpus(alone))
        #expect(pair.inOrder.map(cpus) == [expected, expected])
      }
    }

    @Test func `if one side ends early, the other side is not blamed`() throws {
      let pair = try DuetScene(
        [.of("count", ["to": .integer(1)]), .of("count", ["to": .integer(1)])],
        candidate: ["--misbehave", "exits-after-the-answer"]
      ).pair()
      let failure = try #require(pair.candidate.failure)
      #expect(failure.reason == .exited && failure.exitCode == 7)
      #expect(failure.message.hasPrefix("The driver exited with status 7 "))
      #expect(failure.step == StepName("story: count to=1"))
      #expect(
        pair.baseline.failure
          == RunFailure(
            reason: .twinFailed,
            message: "Ended, because the run on 'b' beside it failed: \(failure.message)",
            step: StepName("story: count to=1")))
      #expect(!pair.havePassed)
      for run in pair.inOrder {
        #expect(isGone(try #require(run.pid)))
        #expect(run.measurements.isEmpty && run.steps.count <= 2)
      }
    }

    @Test func `if both sides crash, each has its own failure`() throws {
      let pair = try DuetScene([.of("crash", ["signal": .integer(11)])]).pair()
      #expect(pair.inOrder.map { $0.failure?.reason } == [.crashed, .crashed])
      #expect(pair.inOrder.map { $0.failure?.signal } == [11, 11])
    }

    @Test func `a side that hangs has twice the time limit, since it has half a CPU`() throws {
      let pair = try DuetScene(
        [.of("count", ["to": .integer(1)], limit: .milliseconds(2500))],
        candidate: ["--misbehave", "deaf"]
      ).pair()
      #expect(pair.candidate.failure?.reason == .timedOut)
      #expect(
        pair.candidate.failure?.message
          == "No answer within 5 s. The driver has not read the request.")
      #expect(pair.baseline.failure?.reason == .twinFailed)
      for run in pair.inOrder { #expect(isGone(try #require(run.pid))) }
    }

    @Test func `a wrong outcome is blamed on its own side`() throws {
      let pair = try DuetScene(
        [.of("count", ["to": .integer(3)], expecting: ["count": .integer(3)])],
        candidate: ["--misbehave", "lingers"]
      ).pair()
      #expect(pair.candidate.failure?.reason == .wrongOutcome)
      #expect(
        pair.candidate.failure?.message == "Expected count 3, found 1.")
      #expect(pair.baseline.failure?.reason == .twinFailed)
    }

    @Test func `if a driver can't be started, its twin makes no step`() throws {
      let scene = try DuetScene(
        [.of("count", ["to": .integer(1)])], candidate: ["--misbehave", "no-such-way"])
      let pair = try scene.pair()
      #expect(pair.candidate.failure?.reason == .exited && pair.candidate.failure?.exitCode == 64)
      #expect(pair.baseline.failure?.reason == .twinFailed && pair.baseline.steps.isEmpty)
    }

    @Test func `a stop ends both sides, and both are reported as interrupted`() throws {
      let folder = try ScratchFolder()
      let pipe = try NamedPipe(folder["pid"])
      let scene = try DuetScene([.of("hang", ["file": .text(pipe.path.string)])])
      let interruption = scene.interruption
      Thread {
        // Of both: a side that finds no reader is ended by SIGPIPE, before the stop.
        _ = try? pipe.numbers(2)
        interruption.raise()
      }.start()
      let pair = try scene.pair()
      #expect(pair.inOrder.map { $0.failure?.reason } == [.interrupted, .interrupted])
      for run in pair.inOrder { #expect(isGone(try #require(run.pid))) }
    }

    @Test func `both sides may write much on standard error and get large requests`() throws {
      let text = String(repeating: "ä", count: 300_000)
      let pair = try DuetScene([
        .of("complain", ["bytes": .integer(4 << 20)]),
        .of("print", ["text": .text(text)], expecting: ["count": .integer(300_000)]),
      ]).pair()
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
    }

    @Test func `on a machine with one CPU no duet is made`() throws {
      let before = try CPUAffinity()
      try CPUAffinity(cpus: [before.cpus[0]]).set()
      defer { try? before.set() }
      #expect(throws: RunningError.noDuet(.oneCPU)) { try DuetScene([]).stage() }
      #expect(try CPUAffinity().cpus == [before.cpus[0]])
    }

    @Test
    func `if the kernel refuses the slices, the pair is made without them, and the run reports it`()
      throws
    {
      // No kernel keeps to 1 ns: what asks for slices through this launcher is refused.
      let folder = try programs(
        launcher: """
          #!/bin/bash
          exec '\(BuiltProducts.launcher)' "${@/#slice=*/slice=1}"
          """)
      let scene = try DuetScene([.of("count", ["to": .integer(1)])])
      let launcher = folder["rehearse-launcher"]
      let stage = try scene.stage(launcher: launcher)
      defer { stage.close() }
      #expect(stage.shared.slice == nil)
      let pair = scene.duets(on: stage, launcher: launcher).execute(scene.planned())
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      guard case .duet(let shared)? = pair.candidate.arrangement else {
        Issue.record("\(pair.candidate)")
        return
      }
      #expect(shared.cpu == stage.shared.cpu && shared.slice == nil)
    }

    @Test func `without the ticker no duet is made, and the harness keeps its CPUs`() throws {
      let before = try CPUAffinity()
      let folder = try programs(
        launcher: """
          #!/bin/sh
          exec '\(BuiltProducts.launcher)' "$@"
          """, withTicker: false)
      let ticker = folder["rehearse-ticker"]
      #expect(
        throws: RunningError.noDuet(
          .refused(
            "the ticker did not start (\(ticker) could not be executed: No such file or directory.)"
          ))
      ) { try DuetScene([]).stage(launcher: folder["rehearse-launcher"]) }
      #expect(try CPUAffinity() == before)
    }

    /// A folder with another launcher.
    private func programs(launcher: String, withTicker: Bool = true) throws -> ScratchFolder {
      let folder = try ScratchFolder()
      try folder.addScript("rehearse-launcher", launcher)
      if withTicker {
        symlink(BuiltProducts.path(of: "rehearse-ticker").string, folder["rehearse-ticker"].string)
      }
      return folder
    }
  }
}

/// What a thread of its own comes to.
private final class ResultOfThread<Value: Sendable>: @unchecked Sendable {
  private var result: Result<Value, any Error>?
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread { [self] in
      result = Result { try body() }
      done.signal()
    }.start()
  }

  func get() throws -> Value {
    done.wait()
    return try #require(result).get()
  }
}

import DriverProtocol
import Foundation
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  /// Runs beside duets, with real processes.
  @Suite(.enabled(if: DuetStage.hasSpareCPU, "a run beside a duet needs a CPU on another core"))
  struct RunBesideTests {
    private let interruption: Interruption
    private let folder: ScratchFolder

    init() throws {
      interruption = try Interruption()
      folder = try ScratchFolder()
    }

    /// Makes pairs of a story that tells its CPUs, beside one run of a build, until `isOver`.
    /// - Returns: the pairs, the runs beside them, and the CPU of the pairs.
    private func makePairs(
      beside build: String, _ commands: [String: String], memory: Int64 = 1 << 40,
      limit: Int64? = nil, until isOver: (RunsBeside, _ count: Int) -> Bool
    ) throws -> (pairs: [Pair<Run>], beside: RunsBeside, cpu: Int) {
      let story = Story(name: Stage.story, title: "", steps: [.of("placement")])
      let setup = ReplaySetup(
        scenario: Scenario(
          name: "scene", title: "", builds: [], fixture: [:], stories: [story], runs: 1,
          timeLimit: .seconds(60)),
        commands: commands.mapValues { [["/bin/sh", "-c", $0]] }, in: BuildContexts("/"),
        launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption,
        machineMemory: memory, patience: .seconds(60))
      let stage = try DuetStage(launcher: setup.launcher, interruption: interruption)
      defer { stage.close() }
      let beside = RunsBeside(plan(build), by: .memory, in: memory, within: limit)
      let executor = DuetExecutor(setup, on: .duet(stage), beside: beside)
      var pairs: [Pair<Run>] = []
      _ = comes {
        let planned = PairPlan(
          stories: [Stage.story], baseline: "a", candidate: "b",
          rounds: pairs.count + 1...pairs.count + 1, seed: 1)
        pairs.append(executor.execute(planned.pairs[0]))
        return isOver(beside, pairs.count)
      }
      return (pairs, beside, stage.shared.cpu)
    }

    private func plan(_ build: String) -> RunPlan {
      RunPlan(
        kind: .fixedAddresses, stories: [Stage.story], builds: [build], rounds: 1, seed: 1)
    }

    private var driver: String { "exec \(BuiltProducts.testDriver)" }

    /// The file for what drivers note.
    private var note: String { folder.file("note") }

    /// A driver that notes its process, and never answers.
    private var hanging: String { "echo $$ > '\(note)'; exec sleep 1000" }

    private var notedPID: Int32? { Self.pid(in: note) }

    /// The process that a whole line of a file names.
    private static func pid(in file: String) -> Int32? {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8), text.hasSuffix("\n")
      else { return nil }
      return Int32(text.dropLast())
    }

    /// The run that is there in the end; nil if it would be made alone.
    private func made(_ build: String, _ beside: RunsBeside) -> Run? {
      let others = Lone()
      let run = beside.completed(by: others).execute(plan(build).runs[0])
      return others.wasAsked ? nil : run
    }

    private final class Lone: SingleRunExecutor {
      private(set) var wasAsked = false

      func execute(_ planned: PlannedRun) -> Run {
        wasAsked = true
        return RunMaking.run(planned)
      }
    }

    @Test func `a run for memory is made beside a duet, on another CPU`() throws {
      // After the first pair, the candidate begins when the run beside is over: it is the first to note that.
      try "x".write(toFile: note, atomically: false, encoding: .utf8)
      let commands = [
        "a": driver,
        "b": "until [ -s '\(note)' ]; do sleep 0.01; done; : > '\(note)'; \(driver)",
        "c": "\(BuiltProducts.testDriver); echo over >> '\(note)'",
      ]
      let (pairs, beside, cpu) = try makePairs(beside: "c", commands) { beside, _ in
        beside.haveAll(of: [Stage.story])
      }
      #expect(pairs.allSatisfy { $0.havePassed }, "\(pairs.flatMap { $0.inOrder.map(\.ending) })")
      let run = try #require(made("c", beside))
      #expect(run.kind == .fixedAddresses && run.passed)
      #expect(run.measurements.keys.map(\.id) == ["peak-anonymous-memory"])
      let outcome = try #require(run.steps.first?.outcome)
      // SCHED_IDLE
      #expect(outcome["policy"] == .integer(5))
      guard case .text(let text)? = outcome["cpus"], let other = Int(text) else {
        Issue.record("one number, and not a list such as 0-1: \(outcome)")
        return
      }
      #expect(other != cpu)
    }

    @Test func `a run that outlasts its pair leaves no process and does not count`() throws {
      let commands = ["a": driver, "b": driver, "c": hanging]
      let (pairs, beside, _) = try makePairs(beside: "c", commands) { _, _ in notedPID != nil }
      #expect(pairs.allSatisfy { $0.havePassed })
      let pid = try #require(notedPID)
      #expect(isGone(pid))
      #expect(made("c", beside) == nil)
    }

    @Test func `a run that fails beside a pair fails nothing, and is made alone`() throws {
      let commands = ["a": driver, "b": driver, "c": "exit 3"]
      let (pairs, beside, _) = try makePairs(beside: "c", commands) { $1 == 3 }
      #expect(pairs.allSatisfy { $0.havePassed })
      #expect(made("c", beside) == nil)
    }

    @Test(arguments: [(1, nil), (1 << 40, 1)] as [(Int64, Int64?)])
    func `nothing is made beside a pair if memory may be short`(
      _ memory: Int64, _ limit: Int64?
    ) throws {
      let commands = ["a": driver, "b": driver, "c": hanging]
      let (pairs, beside, _) = try makePairs(
        beside: "c", commands, memory: memory, limit: limit
      ) { $1 == 3 }
      #expect(pairs.count == 3 && pairs.allSatisfy { $0.havePassed })
      #expect(!FileManager.default.fileExists(atPath: note))
      #expect(made("c", beside) == nil)
    }

    @Test func `nothing is made beside later pairs once the runs are completed`() throws {
      let commands = ["a": driver, "b": driver, "c": hanging]
      let (pairs, beside, _) = try makePairs(beside: "c", commands) { beside, count in
        // The first pair only finds out how much memory a run needs.
        if count == 1 { _ = beside.completed(by: Lone()) }
        return count == 3
      }
      #expect(pairs.count == 3 && pairs.allSatisfy { $0.havePassed })
      #expect(!FileManager.default.fileExists(atPath: note))
      #expect(made("c", beside) == nil)
    }

    @Test func `a stop ends a pair and the run beside it`() throws {
      let first = folder.file("first")
      let commands = [
        "a": driver,
        // It hangs in the second pair.
        "b": "[ -e '\(first)' ] && exec sleep 1000; : > '\(first)'; \(driver)",
        "c": hanging,
      ]
      let (interruption, note) = (interruption, note)
      try SystemThread.start("stop") {
        _ = comes { Self.pid(in: note) != nil }
        interruption.raise()
      }
      let (pairs, _, _) = try makePairs(beside: "c", commands) { $1 == 2 }
      let failures = try #require(pairs.last).inOrder.compactMap { $0.failure?.reason }
      #expect(pairs[0].havePassed && failures.contains(.interrupted))
      let pid = try #require(notedPID)
      #expect(isGone(pid))
    }
  }
}

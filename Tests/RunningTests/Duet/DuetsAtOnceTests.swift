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
  /// Two duets at once, with real processes.
  @Suite(.enabled(if: hasTwoCores, "two duets need two cores"))
  struct DuetsAtOnceTests {
    private let interruption: Interruption
    private let folder: ScratchFolder
    /// Names that no other test uses, nor a Rehearse.
    private let prefix = "rehearse-test-\(UUID().uuidString)-"

    init() throws {
      interruption = try Interruption()
      folder = try ScratchFolder()
    }

    private static let stories = ["one", "two", "three"]

    /// What makes pairs of three stories that tell their CPUs, with the stages that it uses.
    private struct Scene {
      let first: DuetStage
      let second: DuetStage
      let atOnce: DuetsAtOnce

      func close() { [first, second].forEach { $0.close() } }
    }

    private func scene(
      _ command: String, memory: Int64 = 1 << 40,
      of stories: Set<String> = ["one", "two"], peaksAlone: [String: Double] = [:]
    ) throws -> Scene {
      let words = ["a": command, "b": command].mapValues { [["/bin/sh", "-c", $0]] }
      let launcher = Launcher(path: BuiltProducts.launcher)
      let setup = ReplaySetup(
        scenario: Scenario(
          name: "scene", title: "", builds: [], fixture: [:],
          stories: Self.stories.map {
            Story(name: $0, title: "", steps: [.of("placement")])
          }, runs: 1, timeLimit: .seconds(60)),
        commands: words, in: BuildContexts("/"), launcher: launcher, interruption: interruption,
        machineMemory: memory, patience: .seconds(60))
      let first = try DuetStage(
        launcher: launcher, interruption: interruption,
        on: ReservedCPU(among: CPUAffinity().cpus, prefix: prefix))
      let atOnce = try #require(
        DuetsAtOnce(setup, of: stories, beside: first, peaksAlone: peaksAlone))
      return Scene(first: first, second: atOnce.secondStage, atOnce: atOnce)
    }

    private func planned(_ stories: String...) -> ArraySlice<PlannedPair> {
      stories.flatMap { story in
        PairPlan(stories: [story], baseline: "a", candidate: "b", rounds: 1...1, seed: 1).pairs
      }[...]
    }

    /// Makes a story's memory known.
    private func note(_ stories: [String] = Self.stories, in scene: Scene) {
      for story in stories {
        func run(_ side: PairSide) -> Run {
          var run = RunMaking.run(planned(story)[0].run(of: side, kind: .duet))
          run.steps[0].outside.peakMemory = Bytes(1 << 20)
          return run
        }
        scene.atOnce.note(Pair(baseline: run(.baseline), candidate: run(.candidate)))
      }
    }

    private var driver: String { "exec \(BuiltProducts.testDriver)" }

    /// A driver that begins when four have come.
    private var meeting: String {
      let place = folder.file("met")
      return "mkdir -p '\(place)'; : > '\(place)'/$$; "
        + "until [ $(ls '\(place)' | wc -l) -ge 4 ]; do sleep 0.01; done; \(driver)"
    }

    @Test func `two pairs are made at once, each on a CPU of its own`() throws {
      let scene = try scene(meeting)
      defer { scene.close() }
      note(in: scene)
      let pairs = try #require(scene.atOnce.execute(planned("one", "two", "three")))
      #expect(pairs.map(\.baseline.story) == ["one", "two"])
      #expect(pairs.allSatisfy { $0.havePassed }, "\(pairs.flatMap { $0.inOrder.map(\.ending) })")
      for (pair, stage) in zip(pairs, [scene.first, scene.second]) {
        var shared = stage.shared
        shared.pairs = 2
        for run in pair.inOrder {
          #expect(run.kind == .duet && run.arrangement == .duet(shared))
          #expect(run.steps.first?.outcome["cpus"] == .text("\(shared.cpu)"))
        }
      }
      #expect(scene.first.shared.cpu != scene.second.shared.cpu)
    }

    @Test func `pairs that are made at once have the same record of interference`() throws {
      let scene = try scene(driver)
      defer { scene.close() }
      note(in: scene)
      let arranged = try arranged(scene)
      let pairs = WatchedPairExecutor(arranged, on: [scene.first, scene.second])
        .execute(planned("one", "two"))
      let records = pairs.flatMap { $0.inOrder.map(\.interference) }
      let record = try #require(records.first ?? nil)
      #expect(records.count == 4 && records.allSatisfy { $0 == record })
      let steps = pairs.flatMap { $0.inOrder.flatMap(\.steps) }
      #expect(try #require(record.run) >= steps.map(\.outside.cpu.nanoseconds).reduce(0, +))
    }

    @Test func `a story's first pair is made alone, and tells its memory`() throws {
      let scene = try scene(driver)
      defer { scene.close() }
      let arranged = try arranged(scene)
      #expect(arranged.execute(planned("one", "two")).map(\.baseline.story) == ["one"])
      #expect(arranged.execute(planned("two", "one")).map(\.baseline.story) == ["two"])
      let both = arranged.execute(planned("one", "two"))
      #expect(both.map(\.baseline.story) == ["one", "two"])
      #expect(both.allSatisfy { $0.havePassed && $0.baseline.arrangement?.pairs == 2 })
    }

    // Four runs of twice 1 MiB are three eighths of 21 1/3 MiB.
    @Test(arguments: [(22, true), (21, false)])
    func `first pairs are made at once if twice the memory of a run alone leaves room for all`(
      _ mebibytes: Int64, _ isAtOnce: Bool
    ) throws {
      let scene = try scene(
        driver, memory: mebibytes << 20, peaksAlone: ["one": 0x1p20, "two": 0x1p20])
      defer { scene.close() }
      #expect((scene.atOnce.execute(planned("one", "two")) != nil) == isAtOnce)
    }

    private func arranged(_ scene: Scene) throws -> ArrangedExecutor {
      let duets = try DuetScene(
        Self.stories.map { Story(name: $0, title: "", steps: [.of("placement")]) })
      return ArrangedExecutor(
        duets: .success(duets.duets(on: scene.first)), solos: duets.solos, atOnce: scene.atOnce)
    }

    @Test func `the same story is not made twice at once, nor one that may leave something`() throws
    {
      let scene = try scene(driver)
      defer { scene.close() }
      note(in: scene)
      #expect(scene.atOnce.execute(planned("one", "one")) == nil)
      #expect(scene.atOnce.execute(planned("one", "three")) == nil)
      #expect(scene.atOnce.execute(planned("one")) == nil)
    }

    @Test func `without room in memory, pairs are not made at once`() throws {
      // Four runs of 1 MiB in three eighths of 10 MiB.
      let scene = try scene(driver, memory: 10 << 20)
      defer { scene.close() }
      note(in: scene)
      #expect(scene.atOnce.execute(planned("one", "two")) == nil)
    }

    @Test func `while another Rehearse measures on the second CPU, pairs are not made at once`()
      throws
    {
      let scene = try scene(driver)
      defer { scene.close() }
      note(in: scene)
      let other = try #require(
        ReservedCPU(among: [scene.second.shared.cpu], prefix: prefix))
      #expect(scene.atOnce.execute(planned("one", "two")) == nil)
      withExtendedLifetime(other) {}
    }

    @Test func `a pair that fails does not fail the one beside it`() throws {
      // The first driver to come ends.
      let place = folder.file("first")
      let scene = try scene("mkdir '\(place)' 2> '\(folder.file("error"))' && exit 3; \(driver)")
      defer { scene.close() }
      note(in: scene)
      let pairs = try #require(scene.atOnce.execute(planned("one", "two")))
      #expect(pairs.filter(\.havePassed).count == 1)
    }

    @Test func `a stop ends both pairs`() throws {
      let place = folder.file("met")
      let scene = try scene("mkdir -p '\(place)'; : > '\(place)'/$$; exec sleep 1000")
      defer { scene.close() }
      note(in: scene)
      let interruption = interruption
      try SystemThread.start("stop") {
        _ = comes { (try? FileManager.default.contentsOfDirectory(atPath: place).count) == 4 }
        interruption.raise()
      }
      let pairs = try #require(scene.atOnce.execute(planned("one", "two")))
      #expect(
        pairs.allSatisfy { $0.inOrder.contains { $0.failure?.reason == .interrupted } })
      for name in try FileManager.default.contentsOfDirectory(atPath: place) {
        #expect(isGone(try #require(Int32(name))))
      }
    }
  }
}

import DriverProtocol
import Recording
import TestSupport
import Testing

@testable import Running

extension TestsThatMoveThreads {
  @Suite struct WatchedPairExecutorTests {
    @Test(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
    func `both sides of a duet and its ticker count as the pair's own use`() throws {
      // The candidate computes thirty times as long, and the ticker burns meanwhile.
      let scene = try DuetScene(
        [.of("compute", ["rounds": .integer(200_000)])], candidate: ["--answer", "30"])
      let stage = try scene.stage()
      defer { stage.close() }
      let before = try #require(stage.tickerTime)
      let pair = WatchedPairExecutor(scene.duets(on: stage), on: [stage]).execute(scene.planned())
      let ticked = try #require(stage.tickerTime) - before
      #expect(pair.havePassed, "\(pair.inOrder.map(\.ending))")
      let record = try #require(pair.baseline.interference)
      #expect(pair.candidate.interference == record)
      let steps = pair.inOrder.flatMap(\.steps)
      let own = try #require(record.run)
      #expect(ticked > 0 && own >= steps.map(\.outside.cpu.nanoseconds).reduce(0, +) + ticked)
      #expect(record.observed >= (try #require(steps.map(\.end).max())))
    }

    @Test func `both runs of a pair back to back have the same record of interference`() throws {
      let scene = try DuetScene([.of("count", ["to": .integer(3)])])
      let pair = WatchedPairExecutor(
        BackToBackExecutor(executor: scene.solos, because: .scenario), on: []
      ).execute(scene.planned())
      let record = try #require(pair.baseline.interference)
      #expect(pair.candidate.interference == record)
      let steps = pair.inOrder.flatMap(\.steps)
      #expect(try #require(record.run) >= steps.map(\.outside.cpu.nanoseconds).reduce(0, +))
      #expect(record.observed >= steps.map { $0.end - $0.start }.reduce(0, +))
    }

    @Test(.enabled(if: hasTwoCPUs, "a duet needs a second CPU for the harness"))
    func `if the ticker has ended, the pair's own use is unknown`() throws {
      let scene = try DuetScene([.of("count", ["to": .integer(3)])])
      let stage = try scene.stage()
      stage.close()
      let pair = WatchedPairExecutor(
        BackToBackExecutor(executor: scene.solos, because: .scenario), on: [stage]
      ).execute(scene.planned())
      let record = try #require(pair.baseline.interference)
      #expect(record.run == nil && record.others == nil)
    }
  }
}

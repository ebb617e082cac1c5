import Analysis
import Foundation
import Recording
import TestSupport
import Testing

struct PairIntervalTests {
  /// Pairs that begin at these seconds; the second side 0.1 s later.
  private func interval(_ begins: [(story: String, time: Double)], stories: [String])
    -> PairInterval?
  {
    let runs = begins.enumerated().flatMap { index, pair in
      [("a", 0.0), ("b", 0.1)].map { build, late in
        var run = Replay.run(pair.story, on: build, kind: .duet, round: index + 1)
        run.arrangement = .backToBack(.scenario)
        run.startedAt = Date(timeIntervalSince1970: pair.time + late)
        return run
      }
    }
    return PairInterval(
      ExperimentAnalysis(
        Replay.experiment(stories: stories, builds: Replay.builds("a", "b")), runs: runs))
  }

  @Test func `a round takes as long as the pairs of all its stories`() throws {
    let found = try #require(
      interval([("s", 0), ("t", 1), ("t", 4), ("s", 7), ("s", 9)], stories: ["s", "t"]))
    // s: 1 and 2 s; t: 3 and 3 s.
    #expect(abs(found.round - 4.5) < 1e-6)
  }

  @Test func `a story whose only pair was the last is assumed to take as long as the others`()
    throws
  {
    let found = try #require(interval([("s", 0), ("s", 2), ("t", 4)], stories: ["s", "t"]))
    #expect(abs(found.round - 4) < 1e-6)
  }

  @Test func `a single pair has no interval`() {
    #expect(interval([("s", 0)], stories: ["s"]) == nil)
  }
}

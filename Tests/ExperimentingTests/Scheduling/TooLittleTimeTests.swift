import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

@testable import Experimenting

/// A check whose first rounds show that the time is too short.
@Suite struct TooLittleTimeTests {
  /// Asks for 8 pairs of two stories in the time that there is, by the time of a round, whose runs have these metrics.
  private func require(
    in time: Duration, by round: Duration, number: Int, atOnce: Set<String>,
    measuring metrics: [Metric] = [.cpuTime]
  ) throws {
    let stage = try SessionStage()
    let (measuring, experiment) = try stage.check()
    let values = Dictionary(uniqueKeysWithValues: metrics.map { ($0, 1e8) })
    let runs = ["s", "t"].flatMap { story in
      ["a", "b"].map { Replay.run(story, on: $0, kind: .duet, values) }
    }
    try measuring.requireTime(
      time, RoundTime(round: round), number: number, atOnce: atOnce, for: experiment,
      measuring.gates, after: runs, within: try #require(TimeBudget(.seconds(30))), experiments: 1)
  }

  private func sentence(by round: String) -> String {
    "Not comparable: --max-time is 30 s, which is too short. A change shows in 8 pairs of each story or more, "
      + "which take 16 s by the \(round), so measuring ended after it. --max-time '40 s' would do."
  }

  @Test func `a check goes on after lone pairs if two at once may be fast enough`() throws {
    let refusal = #expect(throws: Refusal.self) {
      try require(in: .seconds(10), by: .seconds(2), number: 1, atOnce: [])
    }
    #expect(refusal?.description == sentence(by: "first"))
    try require(in: .seconds(10), by: .seconds(2), number: 1, atOnce: ["s", "t"])
    try require(in: .seconds(8), by: .seconds(2), number: 1, atOnce: ["s", "t"])
    #expect(throws: Refusal.self) {
      try require(in: .seconds(7), by: .seconds(2), number: 1, atOnce: ["s", "t"])
    }
    // Nothing can be made beside a single story.
    #expect(throws: Refusal.self) {
      try require(in: .seconds(10), by: .seconds(2), number: 1, atOnce: ["s"])
    }
  }

  @Test func `whole runs, which are tested with the gates on CPU time, take a pair more`() throws {
    let refusal = #expect(throws: Refusal.self) {
      try require(
        in: .seconds(8), by: .seconds(1), number: 2, atOnce: [],
        measuring: [.cpuTime, .wholeCPUTime])
    }
    #expect(refusal?.description.contains("A change shows in 9 pairs of each story") == true)
    try require(in: .seconds(8), by: .seconds(1), number: 2, atOnce: [])
  }

  @Test func `the second round tells how long two at once take`() throws {
    let refusal = #expect(throws: Refusal.self) {
      try require(in: .seconds(10), by: .seconds(2), number: 2, atOnce: ["s", "t"])
    }
    #expect(refusal?.description == sentence(by: "second"))
    try require(in: .seconds(10), by: .seconds(1), number: 2, atOnce: ["s", "t"])
  }
}

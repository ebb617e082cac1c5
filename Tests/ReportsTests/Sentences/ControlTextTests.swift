import Analysis
import Foundation
import Metrics
import Recording
import Reports
import Scenarios
import Tables
import TestSupport
import Testing

/// What is said of a control.
@Suite struct ControlTextTests {
  /// Two stories, one 5 % slower; the copy takes `factor` times as much, up and down by 0.1 %.
  private func judgement(
    _ factor: Double, isCopy: Bool = true, pairs: Int = 10, failed: Bool = false,
    gates: [Gate] = [Gate(metric: .cpuTime), Gate(metric: .minorFaults)]
  ) throws -> Judgement {
    var runs: [Run] = []
    for round in 1...10 {
      let wobble = round % 2 == 0 ? 1.001 : 0.999
      for (story, build, cpu) in [
        ("s", "a", 1e8), ("s", "b", 1.05e8 * wobble), ("t", "a", 1e8), ("t", "b", 1e8 * wobble),
      ] {
        runs.append(
          Replay.run(
            story, on: build, kind: .duet, round: round, [.cpuTime: cpu, .minorFaults: 1e6]))
      }
      guard round <= pairs else { continue }
      for (build, cpu) in [("a", 1e8), ("a again", 1e8 * factor * wobble)] {
        runs.append(
          Replay.run(
            "t", on: build, kind: .control, round: round, [.cpuTime: cpu],
            failed: failed && build == "a again" ? .timedOut : nil))
      }
    }
    var experiment = Replay.experiment(stories: ["s", "t"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard,
      control: Decision.Control(story: "t", isCopy: isCopy))
    return try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b", gates: gates)
  }

  private func line(_ judgement: Judgement) throws -> String {
    try #require(try Table.verdicts(judgement).notes.first { $0.hasPrefix("Control") })
  }

  @Test func `if the control moved, the sentence first says so, and that no time is decided`()
    throws
  {
    try expectSnapshot(
      [
        Headline.sentence(judgement(1.013)),
        Headline.sentence(judgement(0.987, isCopy: false, gates: [Gate(metric: .cpuTime)])),
      ], named: "nothing-decided", stating: "Nothing on CPU time is decided",
      "+1.300 % (1.200 to 1.400)", "Nothing on CPU time is decided", "-1.300 % (-1.397 to -1.203)")
  }

  @Test func `a control that did not move is one short line below the table`() throws {
    let judgement = try judgement(1.0005)
    try expectSnapshot(
      [Headline.sentence(judgement), line(judgement)], named: "not-moved", stating: "Regressed",
      "+5.000 % (4.897 to 5.103)", "+0.050 % (-0.049 to +0.149)", "not moved", "10 pairs", "1 %",
      "0.5 %")
  }

  @Test func `if the control moved, the table says what that means`() throws {
    let judgement = try judgement(1.013)
    #expect(judgement.gated.map(\.word) == ["unproven", "unproven", "unchanged", "unchanged"])
    #expect(judgement.gated[0].doubt == "the control moved by +1.300 % (1.200 to 1.400)")
    try expectSnapshot(
      [line(judgement)], named: "moved", stating: "+1.300 % (1.200 to 1.400)", "moved", "10 pairs",
      "unproven")
  }

  @Test func `a control that was not tested is reported with the reason`() throws {
    try expectSnapshot(
      [line(judgement(1, failed: true)), line(judgement(1, pairs: 1))], named: "not-tested",
      stating: "not tested", "failed", "not tested", "1 pair")
  }
}

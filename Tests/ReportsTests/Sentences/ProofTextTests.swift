import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// What is said of stories that are proven to be the same on both sides while others are not.
struct ProofTextTests {
  /// The story `t` takes `factor` times as much; the others are proven to be the same.
  private func judgement(
    _ factor: Double, proven: [String] = ["s"], gates: [Gate] = [Gate(metric: .cpuTime)]
  ) throws -> Judgement {
    let runs = (1...10).flatMap { round in
      let wobble = round % 2 == 0 ? 1.001 : 0.999
      return [("a", 1e8), ("b", 1e8 * factor * wobble)].map { build, cpu in
        Replay.run("t", on: build, kind: .duet, round: round, [.cpuTime: cpu])
      }
    }
    var experiment = Replay.experiment(stories: proven + ["t"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.storyProofs = Dictionary(
      uniqueKeysWithValues: proven.map {
        ($0, Decision.Proof(kind: .inputs, hash: "1f", differing: []))
      })
    return try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b", gates: gates)
  }

  @Test func `the change of the others is said first, and then which stories are proven`() throws {
    let sentence = try Headline.sentence(judgement(1.2))
    #expect(sentence.hasPrefix("Regressed: t: CPU time +20."), "\(sentence)")
    #expect(
      sentence.hasSuffix(
        " 1 of 2 cells unchanged, proven. Unchanged, proven: s, which reads the same on both sides. "
          + "It was not measured."), "\(sentence)")
  }

  @Test func `many proven stories are counted, and their cells are good news if nothing changed`()
    throws
  {
    let judgement = try judgement(1, proven: ["q", "r", "s", "u"])
    #expect(
      Headline.sentence(judgement)
        == "No regression: 1 of 5 cells unchanged, 4 unchanged, proven. Unchanged, proven: q, r, s and 1 more, "
        + "which read the same on both sides. They were not measured.")
    #expect(Headline.word(judgement) == "Unchanged")
    #expect(try Headline.word(self.judgement(0.8)) == "Improved")
  }

  @Test func `a budget of a proven story is said to be measured`() throws {
    let gates = [
      Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["s"], limit: .budget(1e9)),
    ]
    let sentence = try Headline.sentence(judgement(1, gates: gates))
    #expect(sentence.contains("reads the same on both sides. Only its budgets were measured."))
  }
}

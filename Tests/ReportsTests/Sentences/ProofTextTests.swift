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
    _ factor: Double, proven: [String] = ["s"], by kind: Decision.Proof.SharedKind = .inputs,
    gates: [Gate] = [Gate(metric: .cpuTime)], inputs: InputFinding? = nil,
    for purpose: Decision.Purpose = .check
  ) throws -> Judgement {
    let runs = (1...10).flatMap { round in
      let wobble = round % 2 == 0 ? 1.001 : 0.999
      return [("a", 1e8), ("b", 1e8 * factor * wobble)].map { build, cpu in
        Replay.run("t", on: build, kind: .duet, round: round, [.cpuTime: cpu])
      }
    }
    var experiment = Replay.experiment(stories: proven + ["t"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: purpose, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.inputs = inputs
    experiment.decision?.storyProofs = Dictionary(
      uniqueKeysWithValues: proven.map {
        ($0, Decision.Proof(kind: kind, hash: "1f", differing: []))
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

  @Test(
    arguments: [(nil, "Replayed once"), (2e8, "Only budgets were measured,")]
      as [(Double?, String)])
  func `what was measured of a new story is said`(_ budget: Double?, _ measured: String) throws {
    let runs = (1...10).map { Replay.run("t", on: "b", round: $0, [.cpuTime: 1e8]) }
    var experiment = Replay.experiment(stories: ["t"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard,
      newStories: Decision.NewStories(names: ["t"], areAll: true, reason: "'a' lacks it"))
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime, limit: budget.map { .budget($0) })])
    #expect(
      Headline.sentence(judgement).hasPrefix(
        "New, so there is nothing to compare with: 'a' lacks it. \(measured) on 'b'."))
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

  @Test func `stories that do the same work are not called unchanged`() throws {
    let one = try judgement(1, by: .work)
    #expect(
      Headline.sentence(one)
        == "No regression: 1 of 2 cells unchanged, 1 same work, proven. Same work, proven: s, which runs nothing "
        + "that differs. It was not measured.")
    #expect(one.gated.map(\.word) == ["same work, proven", "unchanged"])
    #expect(Headline.word(one) == "No regression")
    let two = try Headline.sentence(judgement(1, proven: ["r", "s"], by: .work))
    #expect(
      two.hasSuffix(
        " Same work, proven: r, s, which run nothing that differs. They were not measured."))
  }

  @Test func `a check of nothing but the same work says so once`() throws {
    var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    experiment.decision?.storyProofs = [
      "s": Decision.Proof(kind: .work, hash: "1f", differing: [])
    ]
    experiment.decision?.inputs = InputFinding(
      differing: ["e.c"], exercised: ["e.c"], unrun: ["export_rows"])
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: []), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)])
    #expect(
      Headline.sentence(judgement)
        == "Same work, proven: no story runs what differs: export_rows. Nothing was measured; only where code lies "
        + "may have changed times.")
    #expect(judgement.isProven && judgement.outcome == .inconclusive)
    var strict = judgement
    strict.isStrict = true
    #expect(
      Headline.sentence(strict)
        == "Not decided: no story runs what changed in e.c: export_rows. Every story does the same work. "
        + "Nothing was measured; only where code lies may have changed times.")
  }

  @Test(
    arguments: [
      (["u"], [], "it lacks the story u"), ([], ["cpu-time"], "it is less strict about cpu-time"),
      (
        ["u", "v"], ["cpu-time of t", "peak-memory"],
        "it lacks the stories u, v; it is less strict about cpu-time of t, peak-memory"
      ),
    ] as [([String], [String], String)])
  func `what only the baseline's scenario checks is said, even if all is proven to be the same`(
    _ stories: [String], _ gates: [String], _ words: String
  ) throws {
    var experiment = Replay.experiment(stories: ["t"], builds: Replay.builds("a", "b"))
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard,
      proof: Decision.Proof(kind: .inputs, hash: "1f", differing: []))
    experiment.decision?.dropped = Decision.DroppedChecks(stories: stories, looserGates: gates)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: []), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)])
    #expect(
      Headline.sentence(judgement)
        == "Unchanged, proven: 'a' and 'b' read the same files. Nothing was measured. The scenario checks less "
        + "than that of 'a': \(words).")
    #expect(judgement.outcome == .passed)
  }

  @Test func `a strict check that fails by what no story runs says so first`() throws {
    let inputs = InputFinding(differing: ["export.py"])
    func sentence(_ factor: Double, for purpose: Decision.Purpose) throws -> String {
      try Headline.sentence(judgement(factor, proven: [], inputs: inputs, for: purpose))
    }
    #expect(
      try sentence(1, for: .check)
        == "No regression: 1 of 1 cell unchanged. No story runs what changed in export.py.")
    #expect(
      try sentence(1, for: .strictCheck)
        == "Not decided: no story runs what changed in export.py. 1 of 1 cell unchanged.")
    // It passes nothing as improved without a word before.
    #expect(
      try sentence(0.8, for: .strictCheck)
        .hasPrefix("Not decided: no story runs what changed in export.py. Improved: t: CPU time -2")
    )
    // What a cell shows is graver.
    let worse = try sentence(1.2, for: .strictCheck)
    #expect(worse.hasPrefix("Regressed: t: CPU time +20."), "\(worse)")
    #expect(worse.hasSuffix(" No story runs what changed in export.py."), "\(worse)")
  }

  @Test func `a budget of a proven story is said to be measured`() throws {
    let gates = [
      Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["s"], limit: .budget(1e9)),
    ]
    let sentence = try Headline.sentence(judgement(1, gates: gates))
    #expect(sentence.contains("reads the same on both sides. Only its budgets were measured."))
  }
}

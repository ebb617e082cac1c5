import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// What is said on how to go on where there is no verdict.
@Suite struct AdviceTests {
  @Test func `a warning says that a story does too little work, and how much would do`() throws {
    func warnings(_ mean: Double) throws -> [String] {
      var runs: [Run] = []
      for round in 1...20 {
        let wobble = 1 + 0.1 * Double(round % 5 - 2)
        runs.append(Replay.run("s", on: "old", round: round, [.cpuTime: mean]))
        runs.append(Replay.run("s", on: "new", round: round, [.cpuTime: mean * wobble]))
      }
      let experiment = Replay.experiment(
        stories: ["s"], builds: Replay.builds("old", "new"), rounds: 20)
      let judgement = try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
        gates: [Gate(metric: .cpuTime, limit: .change(0.03))])
      #expect(judgement.gated.map(\.word) == ["inconclusive"])
      return Headline.warnings(judgement)
    }
    let told = try #require(try warnings(0.9e6).first)
    // What is detectable is known from draws.
    expectSnapshot(
      [told.replacing(/\d+(\.\d+)? % or more/, with: "N % or more")], named: "too-little-work",
      stating: "0.9 ms", "20 pairs", "N % or more", "100 times", "'repeat:'")
    #expect(try warnings(10e6) == [])
  }

  @Test(arguments: [
    (
      1.0, 1.5, nil as String?,
      "To see where a b waits longer: rehearse explain 7 --metric off-cpu-time --story 'a b'"
        as String?
    ),
    (1.5, 1.5, "'rehearse explain 7' finds the functions that account for a b.", nil),
    (1.0, 1.0, nil, nil),
  ])
  func `elapsed time that grew without CPU time is to be explained by waiting`(
    cpu: Double, wall: Double, ofWork: String?, ofWaits: String?
  ) throws {
    var runs: [Run] = []
    for round in 1...20 {
      for (build, cpu, wall, noise) in [
        ("old", 1.0, 1.0, round % 3), ("new", cpu, wall, round % 5),
      ] {
        let wobble = 1 + 0.0001 * Double(noise)
        runs.append(
          Replay.run(
            "a b", on: build, round: round,
            [.cpuTime: 1e8 * cpu * wobble, .wallTime: 2e8 * wall * wobble]))
      }
    }
    let experiment = Replay.experiment(
      stories: ["a b"], builds: Replay.builds("old", "new"), rounds: 20)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
      gates: [Gate(metric: .cpuTime), Gate(metric: .wallTime)])
    #expect(Headline.explaining(judgement, of: 7, in: "") == ofWork)
    #expect(Headline.explainingWaits(judgement, of: 7, in: "") == ofWaits)
    // The number is that of an experiment in one store only.
    let other = " --store other.sqlite"
    #expect(
      Headline.explaining(judgement, of: 7, in: other)
        == ofWork?.replacing("explain 7", with: "explain 7 --store other.sqlite"))
    #expect(Headline.explainingWaits(judgement, of: 7, in: other) == ofWaits.map { $0 + other })
  }

  @Test(arguments: ["server.cpu-time", "server.tree-cpu-time", "tree-cpu-time"])
  func `elapsed time that grew with the work of services or processes is no waiting`(
    _ name: String
  ) throws {
    let work = try #require(Metric.named(name))
    var runs: [Run] = []
    for round in 1...20 {
      for (build, factor, noise) in [("old", 1.0, round % 3), ("new", 1.5, round % 5)] {
        let wobble = 1 + 0.0001 * Double(noise)
        runs.append(
          Replay.run(
            "s", on: build, round: round,
            [.cpuTime: 1e8 * wobble, work: 1e8 * factor * wobble, .wallTime: 2e8 * factor * wobble])
        )
      }
    }
    let experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("old", "new"), rounds: 20)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
      gates: [Gate(metric: .wallTime)])
    #expect(judgement.gated.map { $0.outcome.verdict } == [.regressed])
    #expect(Headline.explainingWaits(judgement, of: 7, in: "") == nil)
  }

  @Test func `only stories with a wrong outcome get the advice to record outcomes`() {
    func run(
      _ story: String, _ reason: RunFailure.Reason = .wrongOutcome, _ kind: RunKind = .solo
    ) -> Run {
      var run = Replay.run(story, on: "new", kind: kind)
      run.ending = .failed(RunFailure(reason: reason, message: "No."))
      return run
    }
    let other = run("convert all")
    #expect(
      Headline.recording([other, other, Replay.run("t", on: "new")], of: "markdown.yml")
        == "If the other outcome is meant: rehearse record --story 'convert all' markdown.yml")
    for run in [
      run("s", .wrongRefusal), run("s", .notRepeated), run("s", .wrongOutcome, .counted),
      Replay.run("s", on: "new"),
    ] { #expect(Headline.recording([run], of: "s.yml") == nil) }
  }
}

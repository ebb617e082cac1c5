import Analysis
import DriverProtocol
import Foundation
import Metrics
import Recording
import Reports
import Scenarios
import TestSupport
import Testing

@testable import Exporting

/// Work that only moved is told by name wherever verdicts are.
struct MovedWorkTests {
  /// Ten pairs whose candidate does 90 of 100 ms elsewhere, or leaves a process behind.
  private func exported(outside: Double = 110, left: Double? = nil) throws -> ExportedExperiment {
    var runs: [Run] = []
    for round in 1...10 {
      for (build, own, rest) in [("a", 100.0, 20.0), ("b", 10.0, outside)] {
        var values: [Metric: Double] = [
          .cpuTime: own * 1e6, .outsideCPUTime: rest * 1e6, .wholeCPUTime: (own + rest) * 1e6,
        ]
        if build == "b" { values[.outlivingProcesses] = left }
        runs.append(Replay.run("s", on: build, kind: .duet, round: round, values))
      }
    }
    var experiment = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 10)
    experiment.number = 7
    experiment.completedAt = experiment.startedAt
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    let analysis = ExperimentAnalysis(experiment, runs: runs)
    return ExportedExperiment(
      analysis,
      judgement: try Judgement(
        analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)]),
      isStrict: false)
  }

  private let clause = """
    the work moved outside of the steps: the kernel counted 90 ms more CPU time outside of its steps \
    (b: 110 ms, a: 20 ms)
    """

  @Test func `the sentence above all verdicts names the story, both sides and the difference`()
    throws
  {
    let judgement = try #require(try exported().judgement)
    #expect(
      Headline.sentence(judgement)
        == "Not decided: s: CPU time -90 % (-90 to -90), 10 pairs. Not called improved: s: \(clause)."
    )
    #expect(judgement.gated[0].verdictText == "inconclusive, work moved")
  }

  @Test func `processes that were ended with unfinished work are named in the sentence`() throws {
    let judgement = try #require(try exported(outside: 20, left: 2).judgement)
    #expect(
      Headline.sentence(judgement).hasSuffix(
        "Not called improved: s: more processes were left behind and ended, so what they still had "
          + "to do is not counted (b: 2 a run, a: 0)."), "\(Headline.sentence(judgement))")
  }

  @Test func `users who were refused are named in the sentence, and by kind among the errors`()
    throws
  {
    var step = Replay.step(of: "s")
    step.latencies = StepLatencies([], of: ["one: GET /"], at: [])
    step.outcome["users"] = .integer(1000)
    let runs = (1...10).flatMap { round in
      [("a", 1e8, 0.0), ("b", 8e7, 90.0)].map { build, time, errors in
        Replay.run(
          "s", on: build, kind: .duet, round: round, [.cpuTime: time, .errors: errors],
          steps: [step])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 10), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)])
    #expect(
      Headline.sentence(judgement).hasSuffix(
        "Not called improved: s: more users were not answered as expected, and what they would have cost looks "
          + "saved (b: 90 a run, a: 0). s: 0 → 900 errors in 10 runs of each build (more in 10 pairs, fewer in "
          + "0); no gate is on them."), "\(Headline.sentence(judgement))")
    #expect(judgement.gated[0].verdictText == "inconclusive, users lost")
    #expect(ReservationDocument.all(of: judgement).map(\.kind) == [.ungatedErrors])
  }

  @Test(arguments: [ExportFormat.junit, .githubAnnotations, .githubSummary])
  func `each export of verdicts explains the moved work`(_ format: ExportFormat) throws {
    let text = try format.text(of: [exported()])
    #expect(text.contains(clause), "\(text)")
  }

  @Test func `JSON gives the moved work as the reason`() throws {
    let judgement = try #require(try exported().judgement)
    let data = try JSONEncoder().encode(JudgementDocument(judgement))
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"reason\":\"\(clause)\""), "\(text)")
  }
}

import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct QualificationTextTests {
  private let duet = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
  private static let gates = [Gate(metric: .cpuTime), Gate(metric: .peakAnonymousMemory)]

  /// A story with noise of so many times 0.3 %, a run of which takes 10 ms, and memory that repeats.
  private func analysis(
    _ noise: [String: Double], factor: Double = 1, begun: Double? = nil
  ) -> ExperimentAnalysis {
    let wobble = [0.3, -0.2, 0.1, -0.4, 0.2, -0.1, 0.4, -0.3, 0.05, -0.05]
    var runs: [Run] = []
    for (story, times) in noise.sorted(by: { $0.key < $1.key }) {
      for (round, wobble) in (wobble + wobble + wobble).enumerated() {
        for build in ["a", "a again"] {
          let change = build == "a" ? 1 : factor * (1 + times * wobble / 100)
          var run = Replay.run(
            story, on: build, kind: .duet, round: round + 1, [.cpuTime: 1e7 * change])
          run.arrangement = duet
          run.startedAt = begun.map { Date(timeIntervalSince1970: $0 * Double(round)) }
          runs.append(run)
          if round < 3 {
            runs.append(
              Replay.run(
                story, on: build, kind: .fixedAddresses, round: round + 1,
                [.peakAnonymousMemory: 64e6]))
          }
        }
      }
    }
    var experiment = Replay.experiment(
      stories: noise.keys.sorted(), builds: Replay.builds("a", "a again"), rounds: 30)
    experiment.decision = Decision(
      purpose: .qualification, baseline: "a", candidate: "a again", rule: .standard)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func qualification(
    _ noise: [String: Double], factor: Double = 1
  ) throws -> Qualification {
    try #require(
      try Qualification(
        analysis(noise, factor: factor), gates: Self.gates, flippedRuns: 100, reshuffles: 500))
  }

  @Test func `sentences say what it comes to, how, and what to do`() throws {
    #expect(
      Headline.sentences(try qualification(["list": 1, "scan": 20])) == [
        "Qualified as far as tested: no false alarm in 4 cells, 0 in 100 reshuffles of these pairs "
          + "(0 %).",
        "The pairs were made at once on CPU 1, in slices of 0.5 ms.",
        "Not tested: a bias that lasts for a whole run and is different in the next. The pairs are too noisy "
          + "for it, even over 20 qualifications at different times.",
        "15 pairs are needed to find the change that matters in 1 cell (90 % power).",
        "cpu-time of scan: not worth a gate here. 60 pairs can't show 2 %; the smallest change that "
          + "they show is 3.7 %.",
        "list: a run takes 10 ms of CPU time, only a few turns on a shared CPU. From 50 ms on it is "
          + "measured better; 'repeat' makes it longer.",
        "scan: a run takes 10 ms of CPU time, only a few turns on a shared CPU. From 50 ms on it is "
          + "measured better; 'repeat' makes it longer.",
        "Peak anonymous memory repeats to the page without address randomisation: list, scan.",
      ])
  }

  @Test func `a table and sentences say whether pairs are independent, and what was not tested`()
    throws
  {
    let qualification = try qualification(["list": 1])
    #expect(
      Headline.sentences(qualification).contains(
        "Not tested: a bias that lasts for a whole run and is different in the next. That needs 4 "
          + "qualifications at different times, an hour or more apart; there is 1."))
    let text = TextTableRenderer(width: 100).rendered(try Table.dependence(qualification))
    for row in [
      #/Single pairs +–. +–. +0 +as promised/#, #/Neighbouring pairs +-0\.\d\d \(-0\.\d\d to /#,
      #/Stretches of 10 +0 % +1 +0 +nothing seen/#,
      #/Between runs +–. +–. +–. +not tested: 1 of 4/#,
    ] {
      #expect(text.contains(row), "\(text)")
    }
  }

  @Test func `dependence is reported with what it does, and where`() throws {
    var runs = analysis(["list": 1]).runs
    // The second side is slower in the second half.
    for index in runs.indices where runs[index].build == "a again" && runs[index].round > 15 {
      runs[index].measurements[.cpuTime]? *= 1.004
    }
    var experiment = Replay.experiment(
      stories: ["list"], builds: Replay.builds("a", "a again"), rounds: 30)
    experiment.decision = Decision(
      purpose: .qualification, baseline: "a", candidate: "a again", rule: .standard)
    let qualification = try #require(
      try Qualification(
        ExperimentAnalysis(experiment, runs: runs), gates: Self.gates, flippedRuns: 100))
    let sentences = Headline.sentences(qualification)
    #expect(sentences[0].hasPrefix("Not qualified: "))
    #expect(
      sentences.contains {
        $0.hasPrefix("Stretches of 10 pairs lean to one side, by 0.2")
          && $0.hasSuffix(
            " % beyond chance, though both sides are the same program. Verdicts made here raise more "
              + "false alarms than promised: let nothing else run, and qualify again.")
      }, "\(sentences)")
  }

  @Test func `false alarms and missing verdicts come first, with what to do`() throws {
    let sentences = Headline.sentences(try qualification(["list": 1], factor: 1.03))
    #expect(sentences[0].hasPrefix("Not qualified: 1 false alarm in 2 cells, "))
    #expect(
      sentences[2]
        == "cpu-time of list: a false alarm, called regressed though both sides are the same "
        + "program. Let nothing else run, and qualify again.")
    let name = CellName(story: "list", metric: .cpuTime)
    #expect(
      QualificationAdvice.unjudged(name, .missing(.tooFew(1))).description
        == "cpu-time of list: no verdict, because it needs 2 pairs or more, and has 1.")
    #expect(
      QualificationAdvice.tooManyFalseAlarms(share: 0.031, allowed: 0.01).description
        == "3.1 % of reshuffles of these pairs raise a false alarm; the rule promises 1 %. Use more "
        + "pairs, or a quieter machine.")
    #expect(
      QualificationAdvice.memoryVaries(["list"]).description
        == "Peak anonymous memory does not repeat, or can't be measured without address "
        + "randomisation, so pairs decide: list.")
    #expect(
      Headline.sentence(noiseBesideBest: 11.6)
        == "Chance sets both sides 12 times as far apart as in the best arrangement, in the median "
        + "cell.")
  }

  @Test func `the table fits 80 columns and hides no cell`() throws {
    let table = try Table.qualification(try qualification(["a-story-11": 1, "scan": 20]))
    let text = TextTableRenderer(width: 80).rendered(table)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(
      text.contains(
        """
        Story       Metric          Noise    SD  At 10  At 30  At 60  Pairs  Verdict
                                        %     %      %      %      %
        """), "\(text)")
    #expect(text.contains("+0.57  +0.55     15  unchanged"), "\(text)")
    #expect(text.contains("more than 60"))
    #expect(text.contains("it repeats without address randomisation"))
    #expect(text.components(separatedBy: "repeats\n").count == 3)
  }

  @Test func `a machine that was never qualified is told how, and how long it takes`() {
    let analysis = analysis(["list": 1], begun: 2)
    #expect(
      Headline.warnings(.missing(outdated: nil), of: "app", path: "a.yml", like: analysis) == [
        "This machine was never qualified for 'app', so the smallest change that it can show is not "
          + "known. Run: rehearse qualify a.yml, which takes about 60 s."
      ])
    #expect(
      Headline.warnings(
        .missing(outdated: .init(experiment: 4, differences: ["the kernel was 5, and is 6"])),
        of: "app", path: "a.yml", like: self.analysis(["list": 1], begun: 5)) == [
          "This machine was qualified for 'app' in experiment 4, but the kernel was 5, and is 6. "
            + "Run again: rehearse qualify a.yml, which takes about 3 minutes."
        ])
    #expect(
      Headline.warnings(
        .valid(experiment: 1), of: "app", path: "a.yml", like: analysis
      ).isEmpty)
  }

  @Test func `a machine that was not qualified is told of with the reason`() throws {
    let bad = try qualification(["list": 1], factor: 1.03).advice.filter(\.isBad)
    let warnings = Headline.warnings(
      .unfit(experiment: 3, advice: bad), of: "app", path: "a.yml", like: analysis(["list": 1]))
    #expect(
      warnings[0]
        == "This machine is not qualified for 'app' (experiment 3): verdicts may be false alarms.")
    #expect(warnings[1].hasPrefix("cpu-time of list: a false alarm, called regressed"))
  }

  @Test func `a drift says what the noise was and is`() throws {
    let drifts = try CellDrift.all(
      analysis(["list": 5]), since: analysis(["list": 1]), gates: Self.gates)
    #expect(
      Headline.warnings(
        .drifted(experiment: 3, cells: drifts), of: "app", path: "a.yml",
        like: analysis(["list": 1])
      ) == [
        "cpu-time of list: this machine has drifted, or a build is noisier in itself: both sides are "
          + "1.5 % apart by chance, and were 0.30 % when it was qualified (experiment 3)."
      ])
  }
}

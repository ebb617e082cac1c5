import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis
@testable import Reports
@testable import Tables

struct QualificationTextTests {
  private let duet = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
  private static let gates = [Gate(metric: .cpuTime), Gate(metric: .peakAnonymousMemory)]

  /// A story with noise of so many times 0.3 %, a run of which takes 10 ms, and memory that repeats.
  private func analysis(
    _ noise: [String: Double], factor: Double = 1, begun: Double? = nil, isComplete: Bool = true
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
    experiment.completedAt = isComplete ? experiment.startedAt : nil
    experiment.decision = Decision(
      purpose: .qualification, baseline: "a", candidate: "a again", rule: .standard)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  private func qualification(
    _ noise: [String: Double], factor: Double = 1, isComplete: Bool = true
  ) throws -> Qualification {
    try #require(
      try Qualification(
        analysis(noise, factor: factor, isComplete: isComplete), gates: Self.gates,
        flippedRuns: 100, reshuffles: 500))
  }

  @Test func `the sentences give the result of the qualification, its evidence and the advice`()
    throws
  {
    try expectSnapshot(
      Headline.sentences(qualification(["list": 1, "scan": 20])), named: "qualified",
      stating: "Qualified as far as tested", "no false alarm in 4 cells, 0 in 100", "Not tested",
      "15 pairs", "1 cell", "not worth a gate", "3.7 %", "'repeat'", "'repeat'", "list, scan")
  }

  @Test func `the table and sentences say if pairs are independent, and what was not tested`()
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

  @Test func `more false alarms than promised are not called as promised`() {
    let words = [9, 15, 21].map { alarms in
      FalseAlarmRate(together: 1, runs: 1000, alarms: alarms).word(.standard)
    }
    #expect(
      words == [
        .text("as promised"), .text("nearly as promised"), .text("too many", tone: .bad),
      ])
  }

  @Test func `dependent pairs are reported with the extent and the cells`() throws {
    var runs = analysis(["list": 1]).runs
    // The second side is slower in the second half.
    for index in runs.indices where runs[index].build == "a again" && runs[index].round > 15 {
      runs[index].measurements[.cpuTime]? *= 1.004
    }
    var experiment = Replay.experiment(
      stories: ["list"], builds: Replay.builds("a", "a again"), rounds: 30)
    experiment.completedAt = experiment.startedAt
    experiment.decision = Decision(
      purpose: .qualification, baseline: "a", candidate: "a again", rule: .standard)
    let qualification = try #require(
      try Qualification(
        ExperimentAnalysis(experiment, runs: runs), gates: Self.gates, flippedRuns: 100))
    let sentences = Headline.sentences(qualification)
    expectSnapshot(
      sentences, named: "dependent", stating: "Not qualified", "Stretches of 10 pairs", "by 0.2")
  }

  @Test func `an interrupted qualification says so, and so does the verdict of its page`() throws {
    let qualification = try qualification(["list": 1], isComplete: false)
    let opening =
      "Not qualified: measuring was interrupted, or is still going on. So far: no false alarm in 2 cells"
    #expect(Headline.sentence(qualification).hasPrefix(opening))
    let verdict = PageVerdict(
      Report(
        analysis(["list": 1], isComplete: false), qualification: qualification, details: { $0 }))
    #expect(verdict.word == "Not complete" && verdict.tone == .caution)
    #expect(verdict.sentence.hasPrefix(opening))
  }

  @Test func `a qualification for budgets alone says that there is nothing to qualify`() throws {
    let analysis = analysis(["list": 1])
    let qualification = try #require(
      try Qualification(
        analysis, gates: [Gate(metric: .cpuTime, limit: .budget(1e9))], flippedRuns: 100,
        reshuffles: 500))
    let sentence =
      "Nothing to qualify: no gate compares two sides, and budgets need no second side."
    #expect(Headline.sentences(qualification).first == sentence)
    #expect(!Headline.sentences(qualification).contains { $0.hasPrefix("Not tried") })
    let verdict = PageVerdict(
      Report(analysis, qualification: qualification, details: { $0 }))
    #expect(verdict.word == "Nothing to qualify" && verdict.sentence == sentence)
  }

  @Test func `stories that no gate compares are said not to be tried`() throws {
    let gates = [Gate(metric: .cpuTime, stories: ["list"])]
    let qualification = try #require(
      try Qualification(
        analysis(["list": 1, "scan": 1]), gates: gates, flippedRuns: 100, reshuffles: 500))
    #expect(
      Headline.sentences(qualification).contains(
        "Not tried: scan. No gate compares two sides there."))
  }

  @Test func `false alarms and missing verdicts come first, with advice`() throws {
    let sentences = Headline.sentences(try qualification(["list": 1], factor: 1.03))
    #expect(sentences[0].hasPrefix("Not qualified: 1 false alarm in 2 cells, "))
    let name = CellName(story: "list", metric: .cpuTime)
    expectSnapshot(
      [
        sentences[2], QualificationAdvice.unjudged(name, .missing(.tooFew(1))).description,
        QualificationAdvice.failed(1, of: 61).description,
        QualificationAdvice.tooManyFalseAlarms(share: 0.031, allowed: 0.01).description,
        QualificationAdvice.memoryVaries([
          CellName(story: "list", metric: .peakAnonymousMemory),
          CellName(
            story: "list",
            metric: try #require(Metric.peakAnonymousMemory.of(service: "server"))),
        ]).description,
      ], named: "advice", stating: "a false alarm, called regressed", "no verdict", "has 1",
      "1 of 61 runs failed", "3.1 %", "1 %", "does not repeat", "list, list (server)")
  }

  @Test func `the table of a qualification fits 80 columns and hides no cell`() throws {
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

  @Test func `a machine that was never qualified gets the command to qualify, and its duration`() {
    let analysis = analysis(["list": 1], begun: 2)
    expectSnapshot(
      Headline.warnings(.missing(outdated: nil), of: "app", path: "a.yml", in: "", like: analysis)
        + Headline.warnings(
          .missing(outdated: .init(experiment: 4, differences: ["the kernel was 5, and is 6"])),
          of: "app", path: "a.yml", in: " --store b.sqlite",
          like: self.analysis(["list": 1], begun: 5)),
      named: "not-qualified-yet", stating: "rehearse qualify a.yml", "60 s", "experiment 4",
      "the kernel was 5, and is 6", "rehearse qualify a.yml --store b.sqlite", "3 minutes")
    #expect(
      Headline.warnings(
        .valid(experiment: 1), of: "app", path: "a.yml", in: "", like: analysis
      ).isEmpty)
  }

  @Test func `the warning about an unfit machine names the cell and the reason`() throws {
    let bad = try qualification(["list": 1], factor: 1.03).advice.filter(\.isBad)
    let warnings = Headline.warnings(
      .unfit(experiment: 3, advice: bad), of: "app", path: "a.yml", in: "",
      like: analysis(["list": 1]))
    expectSnapshot([warnings[0]], named: "unfit", stating: "not qualified", "experiment 3")
    #expect(warnings[1].hasPrefix("cpu-time of list: a false alarm, called regressed"))
  }

  @Test(arguments: [
    (
      ["n1"],
      """
      The machine 'n1' was never qualified for 'app', as far as this store knows, so the smallest change that it \
      can show is not known. Run there: rehearse qualify S, which takes about 60 s.
      The machine 'n1' was qualified for 'app' in experiment 4, but a. Run again there: rehearse qualify S, which \
      takes about 60 s.
      The machine 'n1' is not qualified for 'app' (experiment 3): verdicts may be false alarms.
      cpu-time of list: the machine 'n1' has drifted, or a build is noisier in itself: both sides are 1.5 % apart \
      by chance, and were 0.30 % when it was qualified (experiment 3).
      """
    ),
    (
      ["n1", "n2"],
      """
      The machines 'n1', 'n2' were never qualified for 'app', as far as this store knows, so the smallest change \
      that they can show is not known. Run on one of them: rehearse qualify S, which takes about 60 s.
      The machines 'n1', 'n2' were qualified for 'app' in experiment 4, but a. Run again on one of them: rehearse \
      qualify S, which takes about 60 s.
      The machines 'n1', 'n2' are not qualified for 'app' (experiment 3): verdicts may be false alarms.
      cpu-time of list: the machines 'n1', 'n2' have drifted, or a build is noisier in itself: both sides are \
      1.5 % apart by chance, and were 0.30 % when they were qualified (experiment 3).
      """
    ),
  ])
  func `other machines are warned about by their names`(_ machines: [String], _ told: String)
    throws
  {
    let analysis = analysis(["list": 1], begun: 2)
    func warnings(_ state: QualificationState) -> [String] {
      Headline.warnings(state, of: "app", on: machines, path: "S", in: "", like: analysis)
    }
    let bad = try qualification(["list": 1], factor: 1.03).advice.filter(\.isBad)
    let unfit = warnings(.unfit(experiment: 3, advice: bad))
    let drifts = try CellDrift.all(
      self.analysis(["list": 5]), since: self.analysis(["list": 1]), gates: Self.gates)
    var sentences = warnings(.missing(outdated: nil))
    sentences += warnings(.missing(outdated: .init(experiment: 4, differences: ["a"])))
    sentences += [unfit[0]]
    sentences += warnings(.drifted(experiment: 3, cells: drifts))
    #expect(sentences.joined(separator: "\n") == told)
    let names = machines.joined(separator: ", ")
    #expect(unfit[1].hasPrefix("\(names): cpu-time of list: a false alarm, called regressed"))
  }

  @Test func `a drift is reported with the noise before and now`() throws {
    let drifts = try CellDrift.all(
      analysis(["list": 5]), since: analysis(["list": 1]), gates: Self.gates)
    expectSnapshot(
      Headline.warnings(
        .drifted(experiment: 3, cells: drifts), of: "app", path: "a.yml", in: "",
        like: analysis(["list": 1])
      ), named: "drift", stating: "cpu-time of list", "1.5 %", "0.30 %", "experiment 3")
  }
}

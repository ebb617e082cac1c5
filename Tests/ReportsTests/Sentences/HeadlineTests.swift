import Analysis
import DriverProtocol
import Metrics
import Recording
import Scenarios
import Statistics
import Tables
import TestSupport
import Testing

@testable import Reports

struct HeadlineTests {
  private func sentences(
    _ values: [(checked: Double, unchecked: Double)], times: Int = 1, failed: Bool = false,
    layouts: Int = 1, source: Experiment.Source = .replay
  ) -> [String] {
    let values = Array(repeating: values, count: times).flatMap(\.self)
    let runs = values.enumerated().flatMap { index, pair in
      let (round, layout) = (index + 1, index % layouts + 1)
      return [
        Replay.run("list", on: "checked", round: round, layout: layout, [.cpuTime: pair.checked]),
        failed
          ? Replay.run("list", on: "unchecked", round: round, layout: layout, failed: .crashed)
          : Replay.run(
            "list", on: "unchecked", round: round, layout: layout, [.cpuTime: pair.unchecked]),
      ]
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(rounds: values.count, layouts: layouts, source: source), runs: runs)
    return Headline.sentences(
      Comparison(analysis, baseline: "checked", candidate: "unchecked"), metrics: [.cpuTime])
  }

  @Test func `a change is reported if its interval excludes zero`() {
    expectSnapshot(
      sentences([(100, 90), (200, 180)], times: 3), named: "shown", stating: "-10 %",
      "-10 % to -10 %")
  }

  @Test func `a change to more than double is given as a multiple`() {
    expectSnapshot(
      sentences([(100, 1210), (200, 2420)], times: 3), named: "in-times",
      stating: "12.1 times as much", "12.1 to 12.1 times")
  }

  @Test func `no change is reported if the interval includes zero`() {
    // ln 1.1 and -ln 1.1: mean 0, standard error ln 1.1, t of one degree 12.706.
    expectSnapshot(
      sentences([(100, 110), (110, 100)]), named: "not-shown", stating: "no significant difference",
      "-70.2 % to +235.7 %")
  }

  @Test func `too few pairs or too small a change show no change`() {
    expectSnapshot(
      sentences([(100, 90), (200, 180)]) + sentences([(1000, 1004), (1000, 1003)], times: 6),
      named: "too-few-and-too-small", stating: "-10 % by itself", "fewer than 6 pairs",
      "+0.350 %, below the noise floor", "+0.309 % to +0.391 %")
  }

  @Test func `a change that holds over layouts is reported with their number`() {
    expectSnapshot(
      sentences([(100, 90), (200, 180)], times: 3, layouts: 2), named: "over-layouts",
      stating: "-10 %", "-10 % to -10 %", "2 layouts")
  }

  @Test func `a change that the layouts do not confirm is put down to the layout`() {
    // Layout 1: -20 %, layout 2: -1 %; the intervals by scipy.
    let rounds = Array(repeating: [(100.0, 80.0), (100.0, 99.0)], count: 5).flatMap(\.self)
    expectSnapshot(
      sentences(rounds, layouts: 2), named: "put-down-to-layout", stating: "no difference",
      "-77.0 % to +244.6 %", "2 layouts", "-11.0 %", "-19.9 % to -1.2 %")
  }

  @Test func `a missing overall change is explained, except for imports`() {
    expectSnapshot(
      sentences([(1, 1), (1, 1)], failed: true), named: "failed", stating: "not available")
    #expect(sentences([(1, 2), (1, 2)], source: .import) == [])
  }

  @Test func `a change that is rounded away is counted, not named`() throws {
    // Two pages of 4,096 B more than 26,370,048 B are 0.03 %, and less than 1 % does not count.
    let runs = [("a", 26_370_048.0), ("b", 26_378_240)].flatMap { build, memory in
      (1...2).map {
        Replay.run(
          "list", on: build, kind: .fixedAddresses, round: $0, [.peakAnonymousMemory: memory])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("a", "b"), rounds: 2), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [Gate(metric: .peakAnonymousMemory, limit: .change(0.01))], rule: .standard)
    #expect(judgement.gated.map(\.word) == ["within the gate"])
    #expect(Headline.sentence(judgement) == "No regression: 1 of 1 cell within the gate.")
  }

  @Test func `of many failures three are named, and the others counted`() throws {
    let stories = ["add", "find", "lend", "list", "sort"]
    let runs = stories.flatMap {
      [
        Replay.run($0, on: "a", kind: .duet, [.cpuTime: 1e8]),
        Replay.run($0, on: "b", kind: .duet, failed: .crashed),
      ]
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: stories, builds: Replay.builds("a", "b")), runs: runs)
    let sentence = try Headline.sentence(
      Judgement(analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)]))
    #expect(
      sentence.hasPrefix(
        "The app failed: add: 1 of 1 run failed on 'b'; find: 1 of 1 run failed on 'b'; "
          + "lend: 1 of 1 run failed on 'b'; and 2 more."), "\(sentence)")
  }

  @Test(arguments: [1, 1.5])
  func `before measuring has ended nothing is decided, whatever the runs show`(
    _ factor: Double
  ) throws {
    let runs = (1...10).flatMap { round in
      let noise = 1 + Double(round % 5 - 2) / 10_000
      return [("a", 1e8), ("b", 1e8 * factor * noise)].map { build, time in
        Replay.run("list", on: build, kind: .duet, round: round, [.cpuTime: time])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("a", "b"), rounds: 20), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)]
    ).ofUnfinished
    let sentence = Headline.sentence(judgement)
    let rest = factor > 1 ? "Regressed: list: CPU time +50.0" : "1 of 1 cell unchanged."
    #expect(
      sentence.hasPrefix("Nothing is decided: measuring has not ended. So far: \(rest)"),
      "\(sentence)")
    #expect(Headline.word(judgement) == "Not decided")
    let page = PageVerdict(Report(analysis, judgement: judgement, details: { $0 }))
    #expect(page.word == "Not decided" && page.sentence == sentence && page.tone == .caution)
  }

  @Test func `more errors of many users are told with their runs and pairs, gated or not`() throws {
    let runs = (1...10).flatMap { round in
      let noise = 1 + Double(round % 5 - 2) / 10_000
      let errors = round > 8 ? 0.0 : 4.0
      return [
        Replay.run("many", on: "a", kind: .duet, round: round, [.cpuTime: 1e8, .errors: 0]),
        Replay.run(
          "many", on: "b", kind: .duet, round: round, [.cpuTime: 1e8 * noise, .errors: errors]),
      ]
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["many"], builds: Replay.builds("a", "b"), rounds: 10), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)])
    let told =
      " many: 0 → 32 errors in 10 runs of each build (more in 8 pairs, fewer in 0); no gate is on them."
    #expect(Headline.sentence(judgement).hasSuffix(told))
    let budget = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime), Gate(metric: .errors, limit: .budget(10))])
    #expect(
      Headline.sentence(budget).hasSuffix(
        told.replacing("no gate is on them", with: "only a budget is on them")))
    #expect(!Headline.sentence(judgement.restricted(to: [])).contains("errors"))
    let gated = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime), Gate(metric: .errors)])
    let found = "Regressed: many: 0 → 32 errors in 10 runs of each build"
    #expect(Headline.sentence(gated) == "\(found). 1 of 2 cells unchanged.")
    #expect(
      gated.gated[1].sentence == "\(found); no more than chance explains is allowed; 10 pairs.")
    let row = try Table.verdicts(gated).sections.flatMap(\.rows)[1]
    let words = "0 → 32 errors in 10 runs of each build (more in 8 pairs, fewer in 0)"
    #expect(row[2...5].allSatisfy { $0 == .missing(words) })
    #expect(row[7] == .number(10, as: .integer) && row[8] == .text("regressed", tone: .bad))
  }

  @Test func `of latencies that grew without a gate on any, the one that grew most is told`() throws
  {
    let runs = (1...10).flatMap { round in
      let noise = 1 + Double(round % 5 - 2) / 10_000
      return [("a", 1e8, 5e6, 1e7), ("b", 1e8 * noise, 7e6, 1.8e7)].map { build, time, half, most in
        Replay.run(
          "many", on: build, kind: .duet, round: round,
          [.cpuTime: time, .latencyP50: half, .latencyP99: most])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["many"], builds: Replay.builds("a", "b"), rounds: 10), runs: runs)
    func sentence(_ gates: [Gate]) throws -> String {
      Headline.sentence(try Judgement(analysis, baseline: "a", candidate: "b", gates: gates))
    }
    let told = try sentence([Gate(metric: .cpuTime)])
    #expect(told.contains(" many: latency, 99th percentile +80"), "\(told)")
    #expect(told.hasSuffix(" and 1 other percentile; no gate is on latencies."), "\(told)")
    let gated = try sentence([Gate(metric: .cpuTime), Gate(metric: .latencyP50)])
    #expect(!gated.contains("no gate is on latencies"), "\(gated)")
  }

  @Test func `the baseline is named if only that waits or uses several CPUs`() throws {
    let runs = (1...10).flatMap { round in
      let noise = 1 + Double(round % 5 - 2) / 10_000
      return [("a", 1e8), ("b", 1e8 * noise)].map { build, time in
        Replay.run("s", on: build, kind: .duet, round: round, [.cpuTime: time])
      }
    }
    var experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("a", "b"), rounds: 10)
    for (rhythm, told) in [
      (Rhythm(cpu: 1.9e8, wall: 1e8), "s keeps 1.9 CPUs busy, and its wall time has no gate."),
      (
        Rhythm(cpu: 1.9e8, wall: 1e8, build: "a"),
        "s keeps 1.9 CPUs busy in 'a', and its wall time has no gate."
      ),
      (
        Rhythm(cpu: 2e6, wall: 1e8, build: "a"),
        "s waits 98 % of its time in 'a', and its wall time has no gate."
      ),
    ] {
      experiment.decision = Decision(
        purpose: .check, baseline: "a", candidate: "b", rule: .standard)
      experiment.decision?.rhythms = ["s": rhythm]
      let judgement = try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: "a", candidate: "b",
        gates: [Gate(metric: .cpuTime)])
      let sentence = Headline.sentence(judgement)
      #expect(sentence.contains(" \(told)"), "\(sentence)")
    }
  }

  @Test func `events of which there are none, or few, are told without a ratio`() throws {
    let runs = (1...5).flatMap { round in
      ["a", "b"].map { build in
        Replay.run(
          "s", on: build, kind: .duet, round: round,
          [.majorFaults: build == "b" && round == 2 ? 3 : 0, .storageRead: 0])
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 5), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [Gate(metric: .majorFaults), Gate(metric: .storageRead)])
    #expect(
      judgement.gated.map(\.sentence) == [
        "Unchanged: s: 0 → 3 major faults in 5 runs of each build; up to 10 are no finding; 5 pairs.",
        "Unchanged: s: 0 → 0 read from storage in 5 runs of each build; neither side has any; 5 pairs.",
      ])
  }

  @Test func `if the candidate leaves more requests without an answer, that is told`() throws {
    func run(_ build: String, _ round: Int, sentAgain count: Int) -> Run {
      let noise = build == "b" ? 1 + Double(round % 5 - 2) / 10_000 : 1
      var step = Replay.step(of: "many")
      step.latencies = StepLatencies([], of: ["one: GET /"], at: [])
      if count > 0 { step.outcome["sent-again"] = .integer(count) }
      return Replay.run(
        "many", on: build, kind: .duet, round: round, [.cpuTime: 1e8 * noise], steps: [step])
    }
    func sentence(_ baseline: Int, _ candidate: Int) throws -> String {
      let runs = (1...10).flatMap {
        [run("a", $0, sentAgain: baseline), run("b", $0, sentAgain: candidate)]
      }
      let analysis = ExperimentAnalysis(
        Replay.experiment(stories: ["many"], builds: Replay.builds("a", "b"), rounds: 10),
        runs: runs)
      return Headline.sentence(
        try Judgement(
          analysis, baseline: "a", candidate: "b", gates: [Gate(metric: .cpuTime)]))
    }
    #expect(
      try sentence(1, 3).hasSuffix(
        " many: 10 → 30 requests in 10 runs of each build were sent again, because they got no "
          + "answer."))
    for (baseline, candidate) in [(0, 0), (2, 2), (3, 1)] {
      #expect(try !sentence(baseline, candidate).contains("sent again"))
    }
  }

  @Test func `a page does not call it passed if a part is missing, or measuring has not ended`() {
    func page(_ change: (inout Experiment) -> Void, failed: Bool = false) -> PageVerdict {
      var experiment = SampleRuns.experiment(stories: ["list"], builds: ["a"])
      change(&experiment)
      let runs =
        SampleRuns.runs(stories: ["list"], builds: ["a"])
        + (failed ? [Replay.run("list", on: "a", round: 4, failed: .crashed)] : [])
      return PageVerdict(Report(ExperimentAnalysis(experiment, runs: runs), details: { $0 }))
    }
    let part = page { $0.partition = Partition(count: 2, parts: []) }
    #expect(part.sentence == "Not complete: parts 1 and 2 of 2 are missing.")
    #expect(part.word == "Not complete" && part.tone == .caution)
    let stopped = page { $0.completedAt = nil }
    #expect(stopped.sentence == "Not complete: 3 of 3 runs.")
    let failed = page({ $0.completedAt = nil }, failed: true)
    #expect(failed.sentence == "1 of 4 runs failed, and measuring has not ended.")
    let whole = page { _ in }
    #expect(whole.sentence == "All 3 runs passed." && whole.tone == .good)
  }

  @Test func `a page does not call it passed if cycles could not be measured`() throws {
    let runs =
      SampleRuns.runs(stories: ["list"], builds: ["a"])
      + [Replay.run("list", on: "a", kind: .cycles, failed: .notMeasured)]
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs: runs)
    #expect(analysis.outcome == .toolFailed)
    let page = PageVerdict(Report(analysis, details: { $0 }))
    #expect(page.sentence == "1 of 4 runs failed." && page.tone == .bad)
    #expect(analysis.madeRuns == (all: 4, failed: 1))
    // A failed count is no run of the story.
    let counted = ExperimentAnalysis(
      analysis.experiment,
      runs: Array(runs.dropLast())
        + [Replay.run("list", on: "a", kind: .counted, failed: .notMeasured)])
    #expect(counted.madeRuns == (all: 3, failed: 0))
  }

  @Test func `what pairs show so far is said of the largest changes first`() throws {
    func cell(_ story: String) -> CellName { CellName(story: story, metric: .cpuTime) }
    func change(_ point: Double) throws -> Estimate {
      try Estimate(
        point: point, lower: point - 0.02, upper: point + 0.02, standardError: 0.01,
        confidenceLevel: 0.95)
    }
    #expect(Headline.soFar([:], open: [cell("list")]) == nil)
    let changes = try [
      cell("list"): change(1.031), cell("add"): change(1.001), cell("lend"): change(1.2),
      cell("sort"): change(0.9),
    ]
    let one = try [cell("list"): change(1.031)]
    #expect(
      Headline.soFar(one, open: [cell("list")])
        == "So far, list: CPU time +3.1 % (1.1 to 5.1), not decided.")
    #expect(
      Headline.soFar(changes, open: [cell("list"), cell("add"), cell("sort")])
        == "So far, lend: CPU time +20.0 % (18.0 to 22.0), needs no more pairs; "
        + "sort: CPU time -10.0 % (-12.0 to -8.0), not decided; "
        + "list: CPU time +3.1 % (1.1 to 5.1), not decided; and 1 more.")
  }
}

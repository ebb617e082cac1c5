import Analysis
import Metrics
import Recording
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct VerdictTableTests {
  /// Four stories: as long, 2 % longer, 10 % shorter, and one that crashed; memory is 64 MB.
  private static func judgement(
    _ stories: [String], gates: [Gate] = [Gate(metric: .cpuTime)], scenario: String = ""
  ) throws -> Judgement {
    let factors = ["same": 1, "slower": 1.02, "faster": 0.9, "crashing": 1]
    let runs = stories.flatMap { story in
      (0..<20).flatMap { round in
        ["old", "new"].map { build in
          let wobble = build == "new" ? 1 + 0.001 * Double(round % 5 - 2) : 1
          let factor = build == "new" ? factors[story] ?? 1 : 1
          return Replay.run(
            story, on: build, round: round + 1,
            [.cpuTime: 1e8 * factor * wobble, .peakMemory: 64e6 + 1e4 * Double(round % 5)],
            failed: story == "crashing" && round == 7 && build == "new" ? .crashed : nil)
        }
      }
    }
    var experiment = Replay.experiment(
      stories: stories, builds: Replay.builds("old", "new"), rounds: 20)
    experiment.scenario = scenario
    return try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new", gates: gates)
  }

  @Test(arguments: [
    ("Swift version 6.2.1 (a)", "Swift version 6.3.1 (b)", " (Swift 6.3.1 against 6.2.1)"),
    ("Swift version 6.3.1 (b)", "Swift version 6.3.1 (b)", ""),
    (nil, "Swift version 6.3.1 (b)", ""),
    (
      "Swift version 6.4-dev (a)", "Swift version 6.4-dev (b)",
      " (Swift version 6.4-dev (b) against Swift version 6.4-dev (a))"
    ),
  ])
  func `the heading names the compilers if they differ`(
    _ before: String?, _ after: String, _ words: String
  ) throws {
    let builds = [
      BuildRecord(name: "old", recipe: "r", compiler: before),
      BuildRecord(name: "new", recipe: "r", compiler: after),
    ]
    let runs = (1...3).flatMap { round in
      ["old", "new"].map { Replay.run("list", on: $0, round: round, [.cpuTime: 1e8]) }
    }
    let analysis = ExperimentAnalysis(Replay.experiment(builds: builds, rounds: 3), runs: runs)
    let judgement = try Judgement(analysis, baseline: "old", candidate: "new")
    let comparison = Comparison(analysis, baseline: "old", candidate: "new")
    #expect(try Table.verdicts(judgement).title == "new against old\(words)")
    #expect(
      try Table.comparison(comparison, metrics: [.cpuTime]).title == "new against old\(words)")
  }

  @Test func `the headline names what changed, the worst first, and counts the rest`() throws {
    try expectSnapshot(
      [
        Headline.sentence(Self.judgement(["same"])),
        Headline.sentence(Self.judgement(["same", "faster"])),
        Headline.sentence(Self.judgement(["same", "slower"])),
        Headline.sentence(Self.judgement(["same", "slower", "crashing"])),
        Headline.sentence(Self.judgement(["same"], gates: [Gate(metric: .treeCPUTime)])),
        Headline.sentence(Self.judgement(["same"], gates: [])),
      ], named: "headlines", stating: "No regression: 1 of 1 cell unchanged",
      "No regression. Improved: faster", "-10.000 % (-10.078 to -9.922)", "1 of 2 cells unchanged",
      "Regressed (layout not checked): slower", "+2.000 % (1.912 to 2.088)",
      "The app failed: crashing: 1 of 20 runs", "Regressed (layout not checked): slower",
      "Not comparable", "Not comparable")
  }

  @Test func `one word says what the headline says`() throws {
    #expect(try Headline.word(Self.judgement(["same"])) == "Unchanged")
    #expect(try Headline.word(Self.judgement(["same", "faster"])) == "Improved")
    #expect(try Headline.word(Self.judgement(["faster", "slower"])) == "Regressed")
    #expect(try Headline.word(Self.judgement(["slower", "crashing"])) == "Failed")
    #expect(try Headline.word(Self.judgement(["same"], gates: [])) == "Not comparable")
  }

  @Test func `stories with weak checks of outcomes are named after the verdict`() throws {
    let scenario = """
      scenario: s
      builds: { b: {} }
      stories:
        same: { steps: [{ run: [x], expect: { lines: 1 } }, { run: [x] }] }
        faster: { steps: [{ run: [x] }, { run: [x], expect: { status: 2 } }] }
      """
    let judgement = try Self.judgement(["same", "faster"], scenario: scenario)
    let partly = Reservation.statusAlone(story: "same", steps: ["x"], ofAnswers: false)
    #expect(
      judgement.reservations == [
        partly, .statusAlone(story: "faster", steps: nil, ofAnswers: false),
      ])
    #expect(judgement.restricted(to: ["same"]).reservations == [partly])
    let unwritten = scenario.replacing("same: {", with: "same: { placeholder: Words,")
    try expectSnapshot(
      [
        Headline.sentence(judgement),
        Headline.sentence(Self.judgement(["same"], scenario: unwritten)),
      ], named: "reservations", stating: "No regression. Improved: faster", "exit status", "faster",
      "No regression", "same")
  }

  @Test func `stories of whose answers only the status is checked are named after the verdict`()
    throws
  {
    let scenario = """
      scenario: s
      builds: { b: {} }
      services: { server: { command: [server, "${port}"] } }
      stories:
        same: { steps: [{ http: GET /, expect: { status: 200, digest: "00ff" } }] }
        faster: { steps: [{ http: GET /, expect: { status: 200 } }] }
        slower: { users: { arrivals: 10/s, for: 1 s, stories: { same: 1 } } }
      """
    let judgement = try Self.judgement(["same", "faster", "slower"], scenario: scenario)
    #expect(
      judgement.reservations == [
        .statusAlone(story: "faster", steps: nil, ofAnswers: true),
        .statusAlone(story: "slower", steps: nil, ofAnswers: true),
      ])
    #expect(
      Headline.sentence(judgement).hasSuffix(
        " Of some answers only the status was checked, if that, so less work may pass: faster, slower."
      ))
  }

  @Test func `of many changes the headline names the three greatest, grouped by story`() throws {
    // 64 MB grow by so many percent, CPU time by so many.
    let growth: KeyValuePairs = ["a": (1.03, 1.05), "b": (1.20, 1.0), "c": (1.04, 1.021)]
    let runs = growth.flatMap { story, factors in
      (0..<20).flatMap { round in
        ["old", "new"].map { build in
          let (cpu, memory) = build == "new" ? factors : (1, 1)
          let wobble = 1 + 0.0001 * Double(round % 5 - 2)
          return Replay.run(
            story, on: build, round: round + 1,
            [
              .cpuTime: 1e8 * cpu * (build == "new" ? wobble : 1),
              .peakMemory: 64e6 * memory * wobble,
            ])
        }
      }
    }
    let experiment = Replay.experiment(
      stories: growth.map(\.key), builds: Replay.builds("old", "new"), rounds: 20)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
      gates: [
        Gate(metric: .cpuTime), Gate(metric: .peakMemory),
        Gate(metric: .peakMemory, stories: ["c"], limit: .change(0.05)),
      ])
    let sentence = Headline.sentence(judgement)
    #expect(sentence.hasPrefix("Regressed: b: CPU time +20.000"), "\(sentence)")
    #expect(sentence.contains("; a: peak memory +5 % (5 to 5)"), "\(sentence)")
    #expect(
      sentence.contains("(5 to 5). Regressed (layout not checked): c: CPU time +4.00"),
      "\(sentence)")
    #expect(sentence.contains("1 of 6 cells unchanged, 1 within the gate."), "\(sentence)")
  }

  @Test func `the warning on an unchecked layout is given once, with its cells`() throws {
    let judgement = try Self.judgement(["same", "slower", "faster"])
    expectSnapshot(
      Headline.warnings(judgement), named: "unchecked-layout", stating: "cpu-time of slower", "10 %"
    )
    #expect(
      judgement.gated.map(\.verdictText) == [
        "unchanged", "regressed, layout not checked", "improved",
      ])
  }

  @Test func `a small improvement and growth that the gate allows get different words`() throws {
    let gates = [Gate(metric: .cpuTime, limit: .change(0.12))]
    func sentence(_ factor: Double) throws -> String {
      var runs: [Run] = []
      for round in 1...20 {
        let wobble = 1 + 1e-4 * Double(round % 5 - 2)
        runs.append(Replay.run("s", on: "old", round: round, [.cpuTime: 1e8]))
        runs.append(Replay.run("s", on: "new", round: round, [.cpuTime: 1e8 * factor * wobble]))
      }
      let experiment = Replay.experiment(
        stories: ["s"], builds: Replay.builds("old", "new"), rounds: 20)
      return Headline.sentence(
        try Judgement(
          ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
          gates: gates))
    }
    #expect(try sentence(1.02).hasPrefix("No regression. Within the gate: s: CPU time +2.00"))
    #expect(try sentence(0.998).hasPrefix("No regression. A little less: s: CPU time -0.20"))
  }

  @Test func `changes that are not gated are called more or less, not good or bad`() throws {
    let judgement = try Self.judgement(
      ["slower", "faster"], gates: [Gate(metric: .peakMemory)])
    let table = try #require(try Table.changes(judgement))
    #expect(table.title == "What else changed (not gated)")
    let cells = table.sections.flatMap(\.rows).compactMap { $0.last }
    #expect(cells == [.text("more, layout not checked"), .text("less")])
  }

  @Test func `a failed story is reported even if no gate is on it`() throws {
    let judgement = try Self.judgement(
      ["same", "crashing"], gates: [Gate(metric: .cpuTime, stories: ["same"])])
    expectSnapshot(
      [Headline.sentence(judgement)], named: "failed-beside-the-gate",
      stating: "The app failed: crashing: 1 of 20 runs failed on 'new'", "1 of 1 cell unchanged")
    #expect(
      Headline.warnings(judgement)
        == ["crashing, which is not gated: 1 of 20 runs failed on 'new'."])
  }

  @Test func `a cell without a verdict is reported with its reason`() throws {
    let judgement = try Self.judgement(
      ["crashing", "same"], gates: [Gate(metric: .cpuTime), Gate(metric: .treeCPUTime)])
    expectSnapshot(
      Headline.warnings(judgement), named: "without-verdict",
      stating: "cpu-time of crashing: failed (1 of 20 runs failed on 'new')",
      "tree-cpu-time of crashing: failed", "tree-cpu-time of same: missing")
  }

  @Test func `a row has the change with its interval, the detectable change, n and the verdict`()
    throws
  {
    let table = try Table.verdicts(Self.judgement(["same", "slower", "faster", "crashing"]))
    #expect(table.title == "new against old")
    let rows = table.sections.flatMap(\.rows)
    #expect(
      rows.map { $0.last } == [
        .text("unchanged"), .text("regressed, layout not checked", tone: .bad),
        .text("improved", tone: .good),
        .text("failed", tone: .bad),
      ])
    guard case .number(let change, _) = rows[1][2].content,
      case .number(let detectable, _) = rows[1][5].content
    else {
      Issue.record("\(rows[1])")
      return
    }
    #expect(abs(change - 2) < 0.01)
    #expect(detectable > 0.5 && detectable < 1)
    #expect(rows[1][7] == .number(20, as: .integer))
    // Of 20 pairs that all grew p is 2⁻²⁰, among three cells that are tested.
    #expect(rows[1][6] == .number(3 * 0x1p-20, as: .coarse))
    #expect(rows[3][2] == .missing("1 of 20 runs failed on 'new'"))
  }

  @Test func `the table of verdicts is readable in a terminal`() throws {
    let table = try Table.verdicts(Self.judgement(["same", "slower"]))
    let text = TextTableRenderer().rendered(table)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "new against old")
    #expect(
      lines[2].split(separator: " ") == [
        "Story", "Metric", "Change", "from", "to", "Detectable", "p", "n", "Verdict",
      ])
    // What is detectable is known from draws; p is 2 · 2⁻²⁰ of 20 pairs that all grew.
    #expect(lines[5].hasPrefix("same    CPU time   0.000  -0.086  +0.086      +0.5"), "\(text)")
    #expect(lines[5].hasSuffix("  20  unchanged"))
    #expect(lines[6].hasPrefix("slower  CPU time  +2.000  +1.912  +2.088      +0.5"), "\(text)")
    #expect(lines[6].hasSuffix("  0.0000019  20  regressed, layout not checked"), "\(text)")
    expectSnapshot(
      table.notes, named: "notes", stating: "95 % interval", "90 %", "adjusted", "0.5 %", "1 %")
  }

  @Test func `the verdict stays next to its change in a terminal of 80 columns`() throws {
    let text = TextTableRenderer(width: 80).rendered(
      try Table.verdicts(Self.judgement(["same", "slower"])))
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("Story") } == 1)
    #expect(lines.contains { $0.hasPrefix("slower") && $0.hasSuffix("layout not checked") })
    #expect(text.contains("Left out because the terminal is narrow: "), "\(text)")
  }

  @Test(
    arguments: [([0.03], "3 %"), ([0.03, nil], "3 %; default: 0.5 %")] as [([Double?], String)])
  func `the note says what the gates themselves allow`(
    _ limits: [Double?], _ words: String
  ) throws {
    let metrics = [Metric.cpuTime, .wallTime]
    let gates = zip(metrics, limits).map { Gate(metric: $0, limit: $1.map { .change($0) }) }
    let table = try Table.verdicts(Self.judgement(["same"], gates: gates))
    #expect(
      table.notes[1].hasPrefix("Regressed: growth beyond what the gate allows (\(words)) is shown.")
    )
  }

  @Test func `of runs at different times, the terms ask for the same machine, not for pairs`()
    throws
  {
    let runs = ["old", "new"].flatMap { build in
      (1...10).map { round in
        Replay.run("s", on: build, round: round, [.cpuTime: 1e8 + 1e5 * Double(round % 3)])
      }
    }
    let experiment = Replay.experiment(
      stories: ["s"], builds: Replay.builds("old", "new"), rounds: 10, source: .stored)
    let terms = Table.terms(
      try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new",
        gates: [Gate(metric: .cpuTime)]))
    #expect(
      terms[1].contains(" 1 %, if the machine was the same at both times, and the code did not"),
      "\(terms)")
    #expect(!terms[1].contains("pairs"), "\(terms)")
  }

  @Test func `budgets have a table of their own, in the metric's unit`() throws {
    #expect(try Table.budgets(Self.judgement(["same"])) == nil)
    let judgement = try Self.judgement(
      ["same"],
      gates: [
        Gate(metric: .peakMemory, limit: .budget(60e6)),
        Gate(metric: .cpuTime, limit: .budget(2e8)),
      ])
    let rows = try #require(try Table.budgets(judgement)).sections.flatMap(\.rows)
    #expect(rows.map { $0[1] } == [.text("Peak memory, MB"), .text("CPU time, ms")])
    #expect(
      rows.map { $0.last } == [.text("above budget", tone: .bad), .text("within budget")])
    #expect(rows.map { $0[5] } == [.number(60), .number(200)])
    expectSnapshot(
      [Headline.sentence(judgement)], named: "above-budget", stating: "Above budget: same",
      "64.0200 MB (64.0132 to 64.0268)", "1 of 2 cells within budget")
    #expect(try Table.verdicts(judgement).sections.flatMap(\.rows).isEmpty)
  }

  @Test func `cells without a gate are marked as for information`() throws {
    let judgement = try Self.judgement(["same"])
    let table = try Table.verdicts(judgement, cells: \.others)
    #expect(table.notes.count == 1 && table.notes[0].hasPrefix("For information"))
    #expect(table.sections.flatMap(\.rows).count == judgement.others.count)
  }
}

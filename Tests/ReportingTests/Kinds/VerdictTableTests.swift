import Analysis
import Comparing
import MetricCatalog
import Recording
import Rounding
import Scenarios
import TestSupport
import Testing

@testable import Reporting

struct VerdictTableTests {
  /// Four stories: as long, 2 % longer, 10 % shorter, and one that crashed; memory is 64 MB.
  private static func judgement(
    _ stories: [String], gates: [Gate] = [Gate(metric: .cpuTime)]
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
    let experiment = Replay.experiment(
      stories: stories, builds: Replay.builds("old", "new"), rounds: 20)
    return try Judgement(
      ExperimentAnalysis(experiment, runs: runs), baseline: "old", candidate: "new", gates: gates)
  }

  @Test func `words come first, the worst of them before all`() throws {
    #expect(
      Headline.sentence(try Self.judgement(["same"])) == "No regression: 1 of 1 cell unchanged.")
    #expect(
      Headline.sentence(try Self.judgement(["same", "faster"]))
        == "No regression: 1 of 2 cells improved, 1 unchanged.")
    #expect(
      Headline.sentence(try Self.judgement(["same", "slower"]))
        == "1 regression: 1 of 2 cells regressed, 1 unchanged.")
    #expect(
      Headline.sentence(try Self.judgement(["same", "slower", "crashing"]))
        == "The app failed: 1 of 3 cells failed, 1 regressed, 1 unchanged.")
    #expect(
      Headline.sentence(try Self.judgement(["same"], gates: [Gate(metric: .treeCPUTime)]))
        == "Not comparable: 1 of 1 cell missing.")
    #expect(
      Headline.sentence(try Self.judgement(["same"], gates: []))
        == "Not comparable: no cell is gated.")
  }

  @Test func `a story that failed is told though no gate is about it`() throws {
    let judgement = try Self.judgement(
      ["same", "crashing"], gates: [Gate(metric: .cpuTime, stories: ["same"])])
    #expect(Headline.sentence(judgement) == "The app failed: 1 of 1 cell unchanged.")
    #expect(
      Headline.warnings(judgement)
        == ["crashing, which is not gated: 1 of 20 runs failed on 'new'."])
  }

  @Test func `a cell without a verdict is told with its reason`() throws {
    let judgement = try Self.judgement(
      ["crashing", "same"], gates: [Gate(metric: .cpuTime), Gate(metric: .treeCPUTime)])
    #expect(
      Headline.warnings(judgement) == [
        "cpu-time of crashing: failed, since 1 of 20 runs failed on 'new'.",
        "tree-cpu-time of crashing: failed, since 1 of 20 runs failed on 'new'.",
        "tree-cpu-time of same: missing, since no figures on 'new'.",
      ])
  }

  @Test func `a row has the change with its interval, what could be found, n and the verdict`()
    throws
  {
    let table = try Table.verdicts(Self.judgement(["same", "slower", "faster", "crashing"]))
    #expect(table.title == "new against old")
    let rows = table.sections.flatMap(\.rows)
    #expect(
      rows.map { $0.last } == [
        .text("unchanged"), .text("regressed", tone: .bad), .text("improved", tone: .good),
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
    #expect(rows[1][6] == .number(20, as: .integer))
    #expect(rows[3][2] == .missing("1 of 20 runs failed on 'new'"))
  }

  @Test func `the table reads well in a terminal`() throws {
    let text = TextTableRenderer().rendered(
      try Table.verdicts(Self.judgement(["same", "slower"])))
    #expect(
      text == """
        new against old

        Story   Metric    Change    from      to  Found from   n  Verdict
                               %                           %
        ──────  ────────  ──────  ──────  ──────  ──────────  ──  ─────────
        same    CPU time   0.000  -0.086  +0.086      +0.678  20  unchanged
        slower  CPU time  +2.000  +1.912  +2.088      +0.678  20  regressed

        Candidate over baseline with its 95 % interval. Found from: the smallest change that these \
        runs would have shown in 90 % of cases.
        Regressed: shown to exceed what the gate allows (0.5 % unless told otherwise), with a chance \
        of 1 % for any false alarm in all cells.

        """)
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
    #expect(
      Headline.sentence(judgement)
        == "1 regression: 1 of 2 cells above budget, 1 within budget.")
    #expect(try Table.verdicts(judgement).sections.flatMap(\.rows).isEmpty)
  }

  @Test func `cells without a gate say that they are for information`() throws {
    let judgement = try Self.judgement(["same"])
    let table = try Table.verdicts(judgement, cells: \.others)
    #expect(table.notes.count == 1 && table.notes[0].hasPrefix("For information"))
    #expect(table.sections.flatMap(\.rows).count == judgement.others.count)
  }
}

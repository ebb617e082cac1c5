import Analysis
import Comparing
import MetricCatalog
import Recording
import TestSupport
import Testing

@testable import Reporting

struct ConcreteTableTests {
  /// Two stories on two builds, three rounds; unchecked takes 10 % less CPU time in each.
  private func analysis(source: Experiment.Source = .replay) -> ExperimentAnalysis {
    var runs: [Run] = []
    for round in 1...3 {
      for (story, base) in [("list", 100.0), ("lend", 40.0)] {
        let time = (base + Double(round)) * 1e6
        runs.append(Replay.run(story, on: "checked", round: round, [.cpuTime: time]))
        runs.append(Replay.run(story, on: "unchecked", round: round, [.cpuTime: time * 0.9]))
      }
    }
    return ExperimentAnalysis(
      Replay.experiment(stories: ["list", "lend"], rounds: 3, source: source), runs: runs)
  }

  private func text(_ table: Table) -> String { TextTableRenderer().rendered(table) }

  @Test func `a comparison shows both means, the ratio and its interval, and all stories`() throws {
    let comparison = Comparison(analysis(), baseline: "checked", candidate: "unchecked")
    #expect(
      text(try .comparison(comparison, metrics: [.cpuTime])) == """
        unchecked against checked

        Story        checked  unchecked   Ratio    from      to
        ───────────  ───────  ─────────  ──────  ──────  ──────
        CPU time, ms
        list          102.00      91.80  0.9000  0.9000  0.9000
        lend           42.00      37.80  0.9000  0.9000  0.9000
        all stories                      0.9000  0.9000  0.9000

        Means; the ratio is unchecked over checked (trimmed mean over the pairs of runs of one round) with its 95 % interval.

        """)
  }

  @Test func `published ratios stand beside ours, and seconds do not`() throws {
    var experiment = Replay.experiment(stories: ["list", "lend"], rounds: 3)
    experiment.published = PublishedRatios(
      title: "a book", here: .init(metric: "cpu-time", build: "unchecked", over: "checked"),
      there: [
        .init(
          title: "Then", pair: .init(metric: "wall-time", build: "a", over: "b"),
          ratios: ["list": 1176.79])
      ])
    let comparison = try #require(
      PublishedComparison(ExperimentAnalysis(experiment, runs: analysis().runs)))
    #expect(
      text(try .published(comparison)) == """
        Beside published figures

        Story  Here  from   to  Then
        ─────  ────  ────  ───  ────
        list    0.9   0.9  0.9  1177
        lend    0.9   0.9  0.9    –¹

        CPU time of 'unchecked' over 'checked' with its 95 % interval, beside a book. Ratios, since seconds are those of a machine.
        Then: wall-time of 'a' over 'b'.
        ¹ not published

        """)
  }

  @Test func `imports are compared by their means, and have no line for all stories`() throws {
    let comparison = Comparison(
      analysis(source: .import), baseline: "checked", candidate: "unchecked")
    let text = text(try .comparison(comparison, metrics: [.cpuTime]))
    #expect(text.contains("(ratio of the means, Welch)"))
    #expect(!text.contains("all stories"))
  }

  @Test func `the fourteen statistics stand below each other, a story a column`() throws {
    let lines = text(try .statistics(analysis(), metric: .cpuTime, build: "checked"))
      .split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    let values = Dictionary(
      lines.filter { $0.count >= 3 }.map { line in
        (line.dropLast(2).joined(separator: " "), line.suffix(2).map(String.init))
      }, uniquingKeysWith: { a, _ in a })
    // Of 101, 102, 103 and 41, 42, 43, by hand.
    #expect(values["Mean"] == ["102", "42"])
    #expect(values["Standard error"] == ["0.57735", "0.57735"])
    #expect(values["Median"] == ["102", "42"])
    #expect(values["Mode"] == ["–¹", "–¹"])
    #expect(values["Sample variance, ms²"] == ["1", "1"])
    #expect(values["Skewness"] == ["0", "0"])
    #expect(values["Kurtosis"] == ["–²", "–²"])
    #expect(values["Sum"] == ["306", "126"])
    #expect(values["95 % confidence half-width"] == ["2.4841", "2.4841"])
  }

  @Test func `the runs of a story show peaks, lowest and others, and how they ended`() throws {
    let runs = [
      Replay.run(
        "list", on: "checked",
        [.peakMemory: 32_500_000, .lowestMemory: 30e6, .otherMemory: 4e8, .peakCPU: 99.5]),
      Replay.run("list", on: "checked", round: 2, failed: .crashed),
    ]
    let text = text(try .runs(runs, story: "list", builds: ["checked"]))
    #expect(text.contains("  1  4711  32.5"))
    #expect(text.contains("99.5"))
    #expect(text.contains("crashed"))
    #expect(text.contains("¹ not measured"))
  }

  @Test func `means by themselves are rounded by their standard error`() throws {
    #expect(
      text(try .means(analysis(), build: "checked", metrics: [.cpuTime])) == """
        Means on checked

        Story  CPU time
                     ms
        ─────  ────────
        list     102.00
        lend      42.00

        """)
  }
}

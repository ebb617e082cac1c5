import Analysis
import Charts
import Exporting
import Metrics
import Recording
import Reports
import Tables
import TestSupport
import Testing

/// One value is one number, in whatever form it is reported.
struct SameNumberTests {
  /// Ten rounds of one story, CPU times in ms. By NumPy: means 100.50 and 91.43, their standard errors
  /// 0.33 and 0.32; the trimmed mean ratio of the pairs is 0.9099148 with the standard error 0.00094,
  /// from 0.907699 to 0.912136 by Student's t of 7 degrees.
  private static let times = [
    "checked": [100.3, 101.9, 99.8, 100.7, 102.2, 98.9, 100.1, 101.2, 99.5, 100.4],
    "unchecked": [91.4, 92.6, 90.3, 91.9, 92.8, 90.1, 91.0, 92.3, 90.2, 91.7],
  ]

  private let analysis: ExperimentAnalysis
  private let comparison: Comparison
  private let judgement: Judgement

  init() throws {
    analysis = ExperimentAnalysis(
      Replay.experiment(rounds: 10),
      runs: Self.times.sorted { $0.key < $1.key }.flatMap { build, times in
        times.enumerated().map {
          Replay.run("list", on: build, round: $0 + 1, [.cpuTime: $1 * 1e6])
        }
      })
    comparison = Comparison(analysis, baseline: "checked", candidate: "unchecked")
    judgement = try Judgement(
      analysis, baseline: "checked", candidate: "unchecked", rule: .standard)
  }

  private func expect(_ numbers: [String], in texts: [String: String]) {
    for (name, text) in texts {
      // Minus signs and per cent signs are written as the format wants them.
      let plain = text.replacing("\\%", with: "%").replacing("$-$", with: "-")
      for number in numbers { #expect(plain.contains(number), "\(name): \(text)") }
    }
  }

  private func rendered(_ table: Table) -> [String: String] {
    [
      "terminal": TextTableRenderer().rendered(table),
      "Markdown": MarkdownTableRenderer().rendered(table),
      "HTML": HTMLTableRenderer().rendered(table),
      "LaTeX": LaTeXTableRenderer().rendered(table),
    ]
  }

  @Test func `a mean reads the same wherever it is shown`() throws {
    let bars = try BarChart(analysis, metric: .cpuTime)
    let means = try Table.means(analysis, build: "checked", metrics: [.cpuTime])
    expect(["100.50"], in: rendered(means))
    expect(
      ["100.50", "91.43"],
      in: rendered(try .comparison(comparison, metrics: [.cpuTime])).merging(
        [
          "label": try bars.script(as: .svg).text(),
          "alternative text": bars.alternativeText,
          "summary": try GitHubSummary.text([ExportedExperiment(analysis)]),
          "statistics": TextTableRenderer().rendered(
            try .statistics(analysis, metric: .cpuTime, build: "checked"))
            + TextTableRenderer().rendered(
              try .statistics(analysis, metric: .cpuTime, build: "unchecked")),
        ]) { a, _ in a })
  }

  @Test func `a ratio and its interval read the same wherever they are shown`() throws {
    expect(
      ["0.90991", "0.90770", "0.91214"],
      in: rendered(try .comparison(comparison, metrics: [.cpuTime])))
    expect(
      ["0.90991", "to 0.91214"],
      in: rendered(try .commands(analysis, [comparison], metrics: [.cpuTime])))
  }

  @Test func `a change and its interval read the same wherever they are shown`() throws {
    let cell = try #require(judgement.gated.first { $0.name.step == nil })
    let verdicts = try Table.verdicts(judgement, cells: \.gated)
    #expect(cell.name.metric == .cpuTime)
    let chart = try RatioChart(comparison, metrics: [.cpuTime], subject: "s")
    let judged = try RatioChart(judgement, cells: \.gated, subject: "s")
    expect(
      ["-9.009", "-9.230", "-8.786"],
      in: rendered(verdicts).merging([
        "headline": Headline.sentences(comparison, metrics: [.cpuTime]).joined(),
        "chart": try chart.script(as: .svg).text(), "alternative text": chart.alternativeText,
        "judged chart": judged.alternativeText,
      ]) { a, _ in a })
  }

  @Test func `a single run reads the same wherever it is shown`() throws {
    let chart = try DistributionChart(analysis, metric: .cpuTime)
    // The deviations are 1.03 and 1.00 ms.
    expect(
      ["98.9", "102.2", "90.1", "92.8"],
      in: rendered(
        try .runs(analysis.runs, story: "list", builds: ["checked", "unchecked"])
      ).merging(["alternative text": chart.alternativeText]) { a, _ in a })
    #expect(chart.alternativeText.contains("(98.9 to 102.2)"))
  }
}

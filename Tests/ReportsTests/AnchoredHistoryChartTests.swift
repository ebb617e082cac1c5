import Analysis
import Charts
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Reports
@testable import Tables

struct AnchoredHistoryChartTests {
  /// Eight commits against v1, from the fifth on 3 % slower; the third is proven to be v1, and the seventh was
  /// checked on another machine.
  private func history(
    _ change: (Int, inout Experiment) -> Void = { _, _ in }
  ) throws -> AnchoredHistory {
    let judged = try (1...8).map { number in
      let percent = number < 5 ? 0.0 : 3
      var (experiment, runs) = Replay.check(
        number, "commit\(number)", against: "v1", percent,
        machine: Replay.machine(number == 7 ? "CPU B" : "CPU A"))
      if number == 3 {
        experiment.decision?.proof = Decision.Proof(kind: .program, hash: "5e", differing: [])
        runs = []
      }
      change(number, &experiment)
      let judgement = try Judgement(
        ExperimentAnalysis(experiment, runs: runs), baseline: "v1", candidate: "work tree",
        gates: [Gate(metric: .cpuTime)])
      return (experiment: experiment, judgement: judgement)
    }
    return try #require(try AnchoredHistory(of: judged, metric: .cpuTime))
  }

  @Test
  func `the history chart draws ratios with intervals, and marks a change and another machine`()
    throws
  {
    let chart = try HistoryChart(history())
    #expect(chart.title == "CPU time against v1 (v1)")
    #expect(chart.experiments[4] == ["#5", "commit5"] && chart.experiments.count == 8)
    // The processor differs from the row before at the seventh, and again at the eighth.
    #expect(chart.breaks == [6, 7])
    let panel = try #require(chart.panels.first)
    #expect(chart.panels.count == 1 && panel.title == "list")
    #expect(panel.markers == [HistoryMarker(place: 4, label: "+3.000 %")])
    let bars = panel.lines[0].places.compactMap(\.self)
    #expect(bars.count == 8 && bars[2].value == 1 && bars[2].interval == 1...1)
    #expect(abs(bars[7].value - 1.03) < 0.001)
    let interval = try #require(bars[7].interval)
    #expect(interval.contains(1.03) && interval.upperBound - interval.lowerBound < 0.01)
  }

  @Test func `the row of a proven comparison says that it was proven`() throws {
    let text = TextTableRenderer(width: 100).rendered(try .anchored(history()))
    let rows = text.split(separator: "\n").filter { $0.contains("commit3") }
    #expect(rows.count == 1 && rows[0].hasSuffix("  e"), "\(rows)")
    #expect(
      text.contains("e: proven to be equal, or to do the same work, so nothing was measured."))
  }

  @Test func `a step at which the driver may have changed is not called the app's alone`() throws {
    let history = try history { number, experiment in
      if number < 5 { return }
      experiment.decision?.harness = HarnessFinding(differing: ["Performance/driver.py"])
    }
    #expect(
      HistoryText.sentences(history)[0].hasSuffix(
        " More than the app changed there: perhaps the driver (Performance/driver.py)."))
    let text = TextTableRenderer(width: 100).rendered(try .anchored(history))
    let marked = text.split(separator: "\n").filter { $0.hasSuffix(" d") }
    let commits = (1...8).filter { number in marked.contains { $0.contains("commit\(number)") } }
    #expect(commits == [5, 6, 7, 8], "\(text)")
  }

  @Test func `too few comparisons are not called a history without a step`() throws {
    func sentences(_ count: Int) throws -> [String] {
      let judged = try (1...count).map { number in
        let (experiment, runs) = Replay.check(number, "commit\(number)", against: "v1", 0)
        return (
          experiment: experiment,
          judgement: try Judgement(
            ExperimentAnalysis(experiment, runs: runs), baseline: "v1", candidate: "work tree",
            gates: [Gate(metric: .cpuTime)])
        )
      }
      return HistoryText.sentences(
        try #require(try AnchoredHistory(of: judged, metric: .cpuTime)))
    }
    #expect(
      try sentences(5) == ["1 series has too few comparisons to show a step; 6 are needed."])
    #expect(try sentences(6) == ["No step against v1 (v1) is found."])
  }
}

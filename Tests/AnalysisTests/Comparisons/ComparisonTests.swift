import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct ComparisonTests {
  @Test func `rows are sorted by metric in the catalogue's order, then by story in the scenario's`()
  {
    let runs = ["checked", "unchecked"].flatMap { build in
      ["z", "a"].map { Replay.run($0, on: build, [.wallTime: 1, .peakMemory: 2]) }
    }
    let comparison = Comparison(
      ExperimentAnalysis(Replay.experiment(stories: ["z", "a"]), runs: runs),
      baseline: "checked", candidate: "unchecked")
    #expect(comparison.baseline == "checked" && comparison.candidate == "unchecked")
    #expect(
      comparison.rows.map { "\($0.metric.id) \($0.story)" }
        == ["peak-memory z", "peak-memory a", "wall-time z", "wall-time a"])
    #expect(Set(comparison.overall.keys) == [.peakMemory, .wallTime])
  }

  @Test func `a row has both sides' statistics, and a missing side stays missing`() throws {
    let rows = Sides.comparison(
      baseline: ["list": [1, 3], "lend": [5, 6]], candidate: ["list": [4, 8], "lend": [nil, nil]]
    ).rows
    try #require(rows.count == 2)
    #expect(rows[0].baseline?.mean == 2)
    #expect(rows[0].candidate?.mean == 6)
    #expect(rows[1].baseline?.mean == 5.5)
    #expect(rows[1].candidate == nil)
  }

  @Test func `all builds are compared with the first`() {
    func comparisons(_ builds: [BuildRecord]) -> [String] {
      Comparison.all(of: ExperimentAnalysis(Replay.experiment(builds: builds), runs: []))
        .map { "\($0.candidate) / \($0.baseline)" }
    }
    #expect(comparisons(Replay.builds("a", "b", "c")) == ["b / a", "c / a"])
    #expect(comparisons(Replay.builds("a")) == [])
    #expect(comparisons([]) == [])
  }
}
